#include "engine/privacy/laplace_renyi.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

// e^x - 1 - x >= 0, without cancellation near 0.
double exp_remainder(double x) {
  if (std::fabs(x) >= 0.5) return math::expm1(x) - x;
  double sum = 0.0;
  for (int power = 17; power >= 2; --power) sum = (sum + 1.0) * x / power;
  return sum * x;
}

double sinh(double x) {
  return 0.5 * (math::expm1(x) - math::expm1(-x));
}

Result<void> check(std::span<const StepGroup> steps, double delta) {
  if (!(delta > 0.0 && delta < 1.0))
    return fail(ErrorCode::invalid_budget, "privacy.delta", "delta must lie between 0 and 1");
  if (steps.empty())
    return fail(ErrorCode::invalid_value, "iterations", "at least one step is needed");
  for (const StepGroup& group : steps) {
    if (!(group.epsilon > 0.0) || !std::isfinite(group.epsilon))
      return fail(ErrorCode::invalid_budget, "privacy.epsilon",
                  "epsilon must be positive and finite");
    if (group.count < 1)
      return fail(ErrorCode::invalid_value, "iterations", "at least one step is needed");
  }
  return {};
}

double divergence(LaplaceAccounting accounting, double order, double epsilon) {
  switch (accounting) {
    case LaplaceAccounting::full_batch_renyi:
      return laplace_renyi_divergence(order, epsilon);
    case LaplaceAccounting::pure_renyi:
      return pure_renyi_divergence(order, epsilon);
    case LaplaceAccounting::pure_zcdp:
      break;
  }
  return 0.5 * order * epsilon * epsilon;
}

template <typename Term>
double sum_over_steps(std::span<const StepGroup> steps, const Term& term) {
  return math::sum_of(steps.size(), [&](std::size_t index) {
    return static_cast<double>(steps[index].count) * term(steps[index].epsilon);
  });
}

// Minimizes a quasi-convex function of x > 0 from a start by doubling and golden sections.
struct Minimum {
  double argument;
  double value;
};

template <typename Function>
Minimum minimize(const Function& function, double start) {
  constexpr double kFactor = 2.0;
  constexpr double kLargest = 1e12;
  constexpr double kRelativeWidth = 1e-9;
  constexpr double kGolden = 0.61803398874989485;
  Minimum best{start, function(start)};
  // Quasi-convex: once a step outwards does not improve, the minimum is behind it.
  double low = start / kFactor, high = start * kFactor;
  for (double value; high < kLargest && (value = function(high)) < best.value; high *= kFactor) {
    low = best.argument;
    best = {high, value};
  }
  if (best.argument == start)
    for (double value; low > 1.0 / kLargest && (value = function(low)) < best.value;
         low /= kFactor) {
      high = best.argument;
      best = {low, value};
    }
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = function(left), at_right = function(right);
  while (high - low > kRelativeWidth * high) {
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = function(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = function(right);
    }
  }
  if (at_left < best.value) best = {left, at_left};
  if (at_right < best.value) best = {right, at_right};
  return best;
}

}  // namespace

double laplace_renyi_divergence(double order, double epsilon) {
  const double up = (order - 1.0) * epsilon;
  const double down = -order * epsilon;
  const double total = 2.0 * order - 1.0;
  const double weight = order / total, rest = (order - 1.0) / total;
  if (up < 1.0) {
    // The linear terms of both exponentials cancel exactly; what remains is positive.
    const double excess = weight * exp_remainder(up) + rest * exp_remainder(down);
    return math::log1p(excess) / (order - 1.0);
  }
  return epsilon + math::log(weight + rest * math::exp(-total * epsilon)) / (order - 1.0);
}

double pure_renyi_divergence(double order, double epsilon) {
  // The ratio of hyperbolic sines is cosh(a) / cosh(b) with a = (order - 1/2) eps, b = eps / 2.
  const double a = (order - 0.5) * epsilon;
  const double b = 0.5 * epsilon;
  if (a < 1.0) {
    const double cosh_b = 0.5 * (math::exp(b) + math::exp(-b));
    const double excess = 2.0 * sinh(order * b) * sinh((order - 1.0) * b) / cosh_b;
    return math::log1p(excess) / (order - 1.0);
  }
  const double tail = math::log1p(math::exp(-2.0 * a)) - math::log1p(math::exp(-2.0 * b));
  return epsilon + tail / (order - 1.0);
}

Result<ApproximateBudget> approximate_budget(std::span<const StepGroup> steps,
                                             LaplaceAccounting accounting, double delta) {
  if (auto checked = check(steps, delta); !checked) return std::unexpected(checked.error());
  const double plain = sum_over_steps(steps, [](double epsilon) { return epsilon; });
  const double rho = sum_over_steps(steps, [](double epsilon) { return 0.5 * epsilon * epsilon; });
  const double log_inverse_delta = -math::log(delta);
  const auto bound = [&](double order_minus_one) {
    const double order = 1.0 + order_minus_one;
    return sum_over_steps(steps,
                          [&](double epsilon) { return divergence(accounting, order, epsilon); }) +
           log_inverse_delta / order_minus_one;
  };
  // The exact minimizer for zCDP, and close to it for the others while steps are small.
  const double start = std::clamp(std::sqrt(log_inverse_delta / rho), 1e-6, 1e9);
  const Minimum minimum = minimize(bound, start);
  if (minimum.value < plain) return ApproximateBudget{minimum.value, 1.0 + minimum.argument};
  return ApproximateBudget{plain, std::numeric_limits<double>::infinity()};
}

}  // namespace noisy
