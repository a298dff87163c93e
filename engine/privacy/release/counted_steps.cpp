#include "engine/privacy/release/counted_steps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// c^k - 1. @param gap  1 - c in [0, 1]
double power_less_one(double gap, double k) {
  return gap < 1 ? math::expm1(k * math::log1p(-gap)) : -1;
}

/// From a start that both data sets share.
double counted_from_start(double gap, double steps) {
  if (gap == 0) return steps;
  const double left = power_less_one(gap, steps);
  return -left / (2 + left) * (2 - gap) / gap;
}

/// From points that are w apart, k steps before the end.
double counted_from_apart(double gap, double width, double k) {
  if (gap == 0) return (width + k) * (width + k) / k;
  const double left = power_less_one(gap, k);
  const double apart = (1 + left) * width - left / gap;
  return apart * apart * gap * (2 - gap) / (-left * (2 + left));
}

/// The least of these over k = 1..most. The derivative in q = c^k has one root, q = 1 - w (1 - c),
/// and is negative below: k = w for c = 1. Without a root in (0, 1) the longest is least.
double least_from_apart(double gap, double width, double most) {
  const double q = 1 - width * gap;
  double best = most;
  if (gap == 0) best = width;
  if (gap > 0 && gap < 1 && q > 0) best = math::log(q) / math::log1p(-gap);
  const double below = std::clamp(std::floor(best), 1.0, most);
  const double above = std::min(below + 1, most);
  return std::min(counted_from_apart(gap, width, below), counted_from_apart(gap, width, above));
}

}  // namespace

double contraction_gap(const ExactDescent& descent) {
  const double mu = descent.strong_convexity;
  return std::min(descent.step_size * mu, 2 - descent.step_size * (descent.smoothness + mu));
}

double counted_steps(const ExactDescent& descent, double width) {
  constexpr double kSlack = 1e-12;
  const double gap = contraction_gap(descent);
  if (!(descent.step_size > 0) || !(gap >= -kSlack) || descent.steps < 1) {
    return std::numeric_limits<double>::infinity();
  }
  const double contracts = std::max(gap, 0.0);
  const double steps = static_cast<double>(descent.steps);
  const double whole = counted_from_start(contracts, steps);
  if (descent.steps < 2 || !std::isfinite(width)) return whole;
  return std::min(whole, least_from_apart(contracts, width, steps - 1));
}

}  // namespace noisy
