#include "engine/privacy/accountant/renyi.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/search.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Curves are integrated to about 1e-13; the rest is for the sums of the conversion.
constexpr double kRelativeMargin = 2e-12;
constexpr double kLowestLogOrder = -23.0;  // of alpha - 1: 1e-10
constexpr double kHighestLogOrder = 20.7;  // 1e9
constexpr double kTolerance = 2e-6;

/// ln(1 - 1/alpha), alpha = 1 + x.
double log_one_minus_inverse(double x) {
  return -math::log1p(1.0 / x);
}

/// Minimizes a quasi-convex function of ln(alpha - 1) from a start.
template <typename Function>
math::Minimum minimize_over_orders(double start, const Function& f) {
  constexpr double kStride = 0.75;
  return math::minimize_from(f, std::clamp(start, kLowestLogOrder, kHighestLogOrder), kStride,
                             kLowestLogOrder, kHighestLogOrder, kTolerance);
}

/// Where the optimum would be for a divergence that is proportional to the order.
double starting_order(const RenyiCurve& curve, double log_inverse_delta) {
  const double slope = 0.5 * curve.at(2.0);
  if (!(slope > 0) || std::isinf(slope)) return 0.0;
  return 0.5 * (math::log(std::max(log_inverse_delta, 1e-3)) - math::log(slope));
}

double finite_or_large(double value) {
  return std::isfinite(value) ? value : 1e300;
}

}  // namespace

RenyiCurve RenyiCurve::times(double count) const {
  if (count == 0) return {};
  return RenyiCurve([count, single = *this](double order) { return count * single.at(order); },
                    count * largest_);
}

RenyiCurve RenyiCurve::plus(const RenyiCurve& other) const {
  return RenyiCurve(
      [first = *this, second = other](double order) { return first.at(order) + second.at(order); },
      largest_ + other.largest_);
}

double renyi_epsilon_at(double order, double divergence, double delta) {
  const double x = order - 1.0;
  return divergence + log_one_minus_inverse(x) - (math::log(delta) + math::log(order)) / x;
}

double renyi_log_delta_at(double order, double divergence, double epsilon) {
  const double x = order - 1.0;
  return x * (divergence - epsilon + log_one_minus_inverse(x)) - math::log(order);
}

double renyi_cap(double order, double epsilon, double delta) {
  const double conversion = renyi_epsilon_at(order, 0.0, delta);
  return epsilon - conversion - 2.0 * kRelativeMargin * (epsilon + std::fabs(conversion));
}

RenyiBound renyi_epsilon(const RenyiCurve& curve, double delta) {
  if (delta >= 1 || curve.pure_epsilon() == 0) return {0.0, 0.0};
  if (delta == 0) return {curve.pure_epsilon(), kInfinity};
  const double log_inverse_delta = -math::log(delta);
  const auto bound = [&](double log_x) {
    const double x = math::exp(log_x);
    const double order = 1.0 + x;
    return finite_or_large(curve.at(order) + log_one_minus_inverse(x) +
                           (log_inverse_delta - math::log1p(x)) / x);
  };
  const math::Minimum best = minimize_over_orders(starting_order(curve, log_inverse_delta), bound);
  const double x = math::exp(best.argument);
  // Relative to the largest of the terms that were added.
  const double scale = std::fabs(best.value) + std::fabs(log_one_minus_inverse(x));
  const double epsilon = std::max(0.0, best.value + kRelativeMargin * scale);
  if (curve.pure_epsilon() <= epsilon) return {curve.pure_epsilon(), kInfinity};
  if (best.value >= 1e300) return {kInfinity, 1.0 + x};
  return {epsilon, 1.0 + x};
}

RenyiBound renyi_delta(const RenyiCurve& curve, double epsilon) {
  if (curve.pure_epsilon() <= epsilon) return {0.0, kInfinity};
  const auto bound = [&](double log_x) {
    const double x = math::exp(log_x);
    return finite_or_large(x * (curve.at(1.0 + x) - epsilon + log_one_minus_inverse(x)) -
                           math::log1p(x));
  };
  const double slope = 0.5 * curve.at(2.0);
  const double start = slope > 0 && epsilon > 0 ? math::log(0.5 * epsilon / slope) : 0.0;
  const math::Minimum best = minimize_over_orders(start, bound);
  const double x = math::exp(best.argument);
  const double margin = kRelativeMargin * (1.0 + std::fabs(best.value) + x * epsilon);
  return {std::min(1.0, math::exp(std::min(0.0, best.value + margin))), 1.0 + x};
}

RenyiBound renyi_epsilon(std::span<const double> orders, std::span<const double> divergences,
                         double delta) {
  if (delta >= 1) return {0.0, 0.0};
  RenyiBound best{kInfinity, 0.0};
  if (delta == 0) return best;
  for (std::size_t i = 0; i < std::min(orders.size(), divergences.size()); ++i) {
    const double epsilon = std::max(0.0, renyi_epsilon_at(orders[i], divergences[i], delta));
    if (epsilon < best.value) best = {epsilon, orders[i]};
  }
  return best;
}

RenyiBound renyi_delta(std::span<const double> orders, std::span<const double> divergences,
                       double epsilon) {
  RenyiBound best{1.0, 0.0};
  for (std::size_t i = 0; i < std::min(orders.size(), divergences.size()); ++i) {
    const double log_delta = renyi_log_delta_at(orders[i], divergences[i], epsilon);
    if (log_delta < 0 && math::exp(log_delta) < best.value)
      best = {math::exp(log_delta), orders[i]};
  }
  return best;
}

}  // namespace noisy
