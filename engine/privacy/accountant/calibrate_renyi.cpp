#include "engine/privacy/accountant/calibrate_renyi.h"

#include <cmath>
#include <limits>

#include "engine/math/search.h"

namespace noisy {

RenyiCalibration calibrate_renyi(math::FunctionRef<double(double, double)> divergence,
                                 const PrivacyTarget& target, double start) {
  constexpr double kTolerance = 1e-9, kStride = 2.0, kLeast = 1e-100, kMost = 1e100;
  const auto bound = [&](double noise) {
    const RenyiCurve curve([=](double order) { return divergence(noise, order); },
                           std::numeric_limits<double>::infinity());
    return renyi_epsilon(curve, target.delta);
  };
  const auto epsilon = [&](double noise) { return bound(noise).value; };
  double high = start;
  while (epsilon(high) > target.epsilon && high < kMost) high *= kStride;
  double low = high / kStride;
  while (epsilon(low) <= target.epsilon && low > kLeast) {
    high = low;
    low /= kStride;
  }
  const double noise = math::narrow_value({high, low}, kTolerance, target.epsilon, epsilon).holds;
  const double order = bound(noise).order;
  return {noise, order, divergence(noise, order)};
}

}  // namespace noisy
