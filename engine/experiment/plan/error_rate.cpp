#include "engine/experiment/plan/error_rate.h"

#include <limits>

namespace noisy {
namespace {

constexpr ErrorRateLink kErrorRate;
constexpr SpectrumLink kSpectrum;

/// Neither is ever released, so no bound on derivatives is claimed.
double unbounded(double, double) {
  return std::numeric_limits<double>::infinity();
}

}  // namespace

LinearLoss error_rate_loss() {
  return custom_loss(kErrorRate, &unbounded, std::numeric_limits<double>::infinity());
}

LinearLoss spectrum_loss() {
  return custom_loss(kSpectrum, &unbounded, 1);
}

}  // namespace noisy
