#include "engine/problem/saddle/derivative_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {

double length_of(double a, double b) {
  return std::sqrt(a * a + b * b);
}

double joint_smoothness(double primal, double dual, double coupling) {
  if (!std::isfinite(primal + dual + coupling)) return std::numeric_limits<double>::infinity();
  const double apart = primal - dual;
  return (primal + dual + length_of(apart, 2 * coupling)) / 2;
}

LogisticBounds logistic_bounds(double radius, double length) {
  const double margin = radius * length;
  const double slope = math::sigmoid(margin);
  return {.slope = slope,
          .value = math::softplus(margin),
          .gradient = length * slope,
          .gradient_difference = length * (1 + std::min(math::tanh(margin / 2), margin / 4))};
}

double largest_target(const FeatureBounds& records) {
  return std::max(std::abs(records.target_lower), std::abs(records.target_upper));
}

}  // namespace noisy
