#include "engine/privacy/calibration/laplace.h"

#include <cmath>

#include "engine/privacy/checks.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {
namespace {

// Covers the rounding of the product and of the quotient, so the noise is never too small.
constexpr double kRoundUp = 1.0 + 0x1p-51;

}  // namespace

Result<double> laplace_scale(double l1_sensitivity, Index batch_size, Index samples,
                             double step_epsilon) {
  if (auto checked = check_sensitivity(l1_sensitivity, "L1"); !checked)
    return std::unexpected(checked.error());
  const auto base = base_epsilon(step_epsilon, batch_size, samples);
  if (!base) return std::unexpected(base.error());
  const double scale = l1_sensitivity / (static_cast<double>(batch_size) * *base) * kRoundUp;
  if (!std::isfinite(scale))
    return fail(ErrorCode::invalid_budget, "privacy.epsilon",
                "the budget of one step is too small for any finite noise: use fewer iterations");
  return scale;
}

Result<double> laplace_epsilon(double l1_sensitivity, Index batch_size, Index samples,
                               double scale) {
  if (auto checked = check_sensitivity(l1_sensitivity, "L1"); !checked)
    return std::unexpected(checked.error());
  if (!(scale > 0.0) || !std::isfinite(scale))
    return fail(ErrorCode::invalid_value, "noise", "the noise scale must be positive and finite");
  return amplified_epsilon(l1_sensitivity / (scale * static_cast<double>(batch_size)), batch_size,
                           samples);
}

}  // namespace noisy
