#include "engine/solver/base/apriori_steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kMostSteps = 0x1p52;

Index at_least_one(double steps) {
  return static_cast<Index>(std::clamp(std::ceil(steps), 1.0, kMostSteps));
}

}  // namespace

Index gradient_descent_steps(double condition, double ratio) {
  // At condition 1 the first step is exact: the logarithm below it is infinite.
  const double rate = math::log((condition + 1) / (condition - 1));
  return at_least_one(math::log((condition + 1) * ratio) / rate);
}

Index accelerated_gradient_steps(double condition, double ratio) {
  const double digits = math::log(4 * std::numbers::sqrt2 * condition * ratio);
  return at_least_one(2 * std::sqrt(condition) * digits);
}

Index extragradient_steps(double condition, double ratio) {
  return at_least_one(2 * math::log(6 * (condition + 1) * ratio) / math::log1p(1 / condition));
}

Index optimistic_gradient_steps(double condition, double ratio) {
  return at_least_one(2 * math::log(7 * (condition + 1) * ratio) / math::log1p(0.4 / condition));
}

}  // namespace noisy
