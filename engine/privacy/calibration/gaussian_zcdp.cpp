#include "engine/privacy/calibration/gaussian_zcdp.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/checks.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {
namespace {

Result<double> rho_of(double epsilon, double delta, ZcdpConversion conversion) {
  if (auto checked = check_budget(epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_delta(delta); !checked) return std::unexpected(checked.error());
  return zcdp_rho(epsilon, delta, conversion);
}

}  // namespace

double gaussian_delta(double mu, double epsilon) {
  return math::exp(log_gaussian_delta(mu, epsilon));
}

Result<double> standard_rho(double epsilon, double delta) {
  return rho_of(epsilon, delta, ZcdpConversion::standard);
}

Result<double> gaussian_rho(double epsilon, double delta) {
  return rho_of(epsilon, delta, ZcdpConversion::gaussian);
}

double proven_noise_constant(double epsilon, double delta) {
  return 8.0 * (1.0 - 0.5 * epsilon / math::log(delta));
}

Result<double> noise_constant_rho(double epsilon, double delta, double constant) {
  if (auto checked = check_budget(epsilon, "privacy.epsilon"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_delta(delta); !checked) return std::unexpected(checked.error());
  if (!(constant > 0) || !std::isfinite(constant))
    return fail(ErrorCode::invalid_value, "privacy.noiseConstant",
                "the noise constant must be positive and finite");
  return -2.0 * epsilon * epsilon / (constant * math::log(delta));
}

Result<double> gaussian_epsilon(double rho, double delta) {
  if (auto checked = check_budget(rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_delta(delta); !checked) return std::unexpected(checked.error());
  return zcdp_epsilon(rho, delta, ZcdpConversion::gaussian);
}

Result<double> gaussian_scale(double l2_sensitivity, Index batch_size, Index samples,
                              double step_rho) {
  constexpr double kRoundUp = 1.0 + 0x1p-50;
  if (auto checked = check_sensitivity(l2_sensitivity, "L2"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_budget(step_rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_sampling(batch_size, samples); !checked)
    return std::unexpected(checked.error());
  if (batch_size < samples)
    return fail(ErrorCode::unsupported_option, "batchSize",
                "Gaussian with subsampling needs the RDP accountant");
  return l2_sensitivity / (static_cast<double>(samples) * std::sqrt(2.0 * step_rho)) * kRoundUp;
}

}  // namespace noisy
