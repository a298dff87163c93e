#include "engine/algorithm/erm/theory/noise_ratio.h"

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"

namespace noisy {
namespace {

// c ln(1/delta) / eps^2 with c = leading (1 + eps / (2 ln(1/delta))).
double paper_ratio(double leading, double epsilon, double delta) {
  const double log_odds = -math::log(delta);
  return leading * (1.0 + epsilon / (2.0 * log_odds)) * log_odds / (epsilon * epsilon);
}

}  // namespace

Result<double> full_batch_noise_ratio(NoiseLevel level, double epsilon, double delta) {
  const auto standard = standard_rho(epsilon, delta);
  if (!standard) return std::unexpected(standard.error());
  if (level == NoiseLevel::paper) return paper_ratio(8.0, epsilon, delta);
  if (level == NoiseLevel::zcdp) return 2.0 / *standard;
  const auto exact = gaussian_rho(epsilon, delta);
  if (!exact) return std::unexpected(exact.error());
  return 2.0 / *exact;
}

Result<double> variance_reduced_noise_ratio(NoiseLevel level, double epsilon, double delta) {
  const auto standard = standard_rho(epsilon, delta);
  if (!standard) return std::unexpected(standard.error());
  if (level == NoiseLevel::paper) return paper_ratio(132.0, epsilon, delta);
  if (level == NoiseLevel::zcdp) return 2.0 / *standard;
  return 2.0 / zcdp_rho(epsilon, delta, ZcdpConversion::optimal);
}

}  // namespace noisy
