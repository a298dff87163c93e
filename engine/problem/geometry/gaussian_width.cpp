#include "engine/problem/geometry/gaussian_width.h"

#include <cmath>
#include <numbers>

#include "engine/math/elementary.h"
#include "engine/math/normal_distribution.h"
#include "engine/math/quadrature.h"
#include "engine/math/reduce.h"
#include "engine/problem/geometry/gauge.h"
#include "engine/random/distributions.h"

namespace noisy {

namespace {

using Set = Domain::Kind;
using Method = GaussianWidth::Method;

constexpr double kPanelWidth = 0.25;

/// integral of f over [0, end], where end is so far out that no maximum of p normals reaches it.
template <class Function>
double integrate_tail(double p, const Function& f) {
  const double end = 12 + std::sqrt(2 * math::log(p));
  return math::integrate(f, 0, end, static_cast<int>(std::ceil(end / kPanelWidth)));
}

/// P(max_i |b_i| > t) = 1 - (2 Phi(t) - 1)^p
double largest_exceeds(double p, double t) {
  const double outside = math::erfc(t / std::numbers::sqrt2);
  return outside >= 1 ? 1 : -math::expm1(p * math::log1p(-outside));
}

/// E max_i |b_i|
double mean_largest(double p) {
  return integrate_tail(p, [p](double t) { return largest_exceeds(p, t); });
}

/// E max_i b_i^2
double mean_largest_square(double p) {
  return integrate_tail(p, [p](double t) { return 2 * t * largest_exceeds(p, t); });
}

/// E max_i b_i
double mean_maximum(double p) {
  const auto log_below = [p](double t) { return p * math::log_normal_cdf(t); };
  const double above = integrate_tail(p, [&](double t) { return -math::expm1(log_below(t)); });
  const double below = integrate_tail(p, [&](double t) { return math::exp(log_below(-t)); });
  return above - below;
}

/// E ||b||_2 = sqrt 2 Gamma((p + 1) / 2) / Gamma(p / 2)
double mean_length(double p) {
  return std::numbers::sqrt2 * math::exp(math::log_gamma((p + 1) / 2) - math::log_gamma(p / 2));
}

struct Average {
  math::CompensatedSum sum, squares;
  void add(double value) {
    sum.add(value);
    squares.add(value * value);
  }
  double mean(double count) const { return sum.value() / count; }
  double standard_error(double count) const {
    const double variance = squares.value() / count - mean(count) * mean(count);
    return std::sqrt(std::max(variance, 0.0) / (count - 1));
  }
};

GaussianWidth monte_carlo(const Domain& set, Index dimension, Index draws) {
  const StreamFactory streams = StreamFactory::synthetic_data(1, "gaussian-width");
  Vector b(dimension);
  Average width, second_moment;
  for (Index i = 0; i < draws; ++i) {
    Stream stream = streams.stream(StreamPurpose::model, static_cast<std::uint64_t>(i));
    fill_normal(stream, 1, {b.data(), static_cast<std::size_t>(b.size())});
    const double norm = dual_norm(set, b);
    width.add(support(set, b));
    second_moment.add(norm * norm);
  }
  const double count = static_cast<double>(draws);
  return {.width = width.mean(count),
          .second_moment = second_moment.mean(count),
          .width_error = width.standard_error(count),
          .second_moment_error = second_moment.standard_error(count),
          .method = Method::monte_carlo};
}

}  // namespace

GaussianWidth gaussian_width(const Domain& set, Index dimension, Index draws) {
  const double p = static_cast<double>(dimension), radius = set.radius;
  const double square = radius * radius;
  switch (set.kind) {
    case Set::l2_ball:
      return {.width = radius * mean_length(p), .second_moment = square * p};
    case Set::linf_ball:
      return {.width = radius * p * std::sqrt(2 / std::numbers::pi),
              .second_moment = square * (p + p * (p - 1) * 2 / std::numbers::pi)};
    case Set::l1_ball:
      return {.width = radius * mean_largest(p),
              .second_moment = square * mean_largest_square(p),
              .method = Method::quadrature};
    case Set::simplex:
      return {.width = mean_maximum(p),
              .second_moment = mean_largest_square(p),
              .method = Method::quadrature};
    default:
      return monte_carlo(set, dimension, draws);
  }
}

}  // namespace noisy
