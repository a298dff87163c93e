#include "engine/algorithm/kl/theory/spider_check.h"

#include <cmath>

#include "engine/math/figure_text.h"

namespace noisy {

Result<void> check_spider_setting(const KlSetting& setting) {
  if (auto checked = check_kl_setting(setting); !checked) return checked;
  if (normalized(setting).kappa > 2.0)
    return fail(ErrorCode::invalid_value, "problem.constants.klExponent",
                "KL Spider needs 1 <= kappa <= 2; use the KL proximal point method for kappa >= 2");
  for (const double smoothness : {setting.smoothness_risk, setting.smoothness_sample}) {
    if (!(smoothness > 0.0) || !std::isfinite(smoothness))
      return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
                  "the smoothness L1 must be positive and finite");
  }
  return {};
}

Result<void> check_spider_fractions(double error_fraction, double step_fraction) {
  if (!(error_fraction > 0.0 && error_fraction < 0.5))
    return fail(ErrorCode::invalid_value, "errorFraction", "must lie between 0 and 1/2");
  const double most = 2.0 * (1.0 - 2.0 * error_fraction);
  if (!(step_fraction > 0.0 && step_fraction < most))
    return fail(ErrorCode::invalid_value, "stepFraction",
                "must lie between 0 and 2 (1 - 2 e) = " + figure_text(most));
  return {};
}

}  // namespace noisy
