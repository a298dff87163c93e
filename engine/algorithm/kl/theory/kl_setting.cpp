#include "engine/algorithm/kl/theory/kl_setting.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

bool is_positive(double number) {
  return number > 0.0 && std::isfinite(number);
}

}  // namespace

Result<void> check_kl_setting(const KlSetting& setting) {
  const auto refuse = [](const char* field, const char* message) {
    return fail(ErrorCode::invalid_value, field, message);
  };
  if (!(setting.kappa >= 1.0) || !std::isfinite(setting.kappa))
    return refuse("problem.constants.klExponent", "the exponent kappa must be at least 1");
  if (!is_positive(setting.gamma))
    return refuse("problem.constants.klConstant", "the constant gamma must be positive and finite");
  if (!is_positive(setting.initial_gap) && setting.initial_gap != 0.0)
    return refuse("problem.constants.initialGap",
                  "the bound on the initial gap must not be negative and must be finite");
  if (!is_positive(setting.lipschitz))
    return refuse("problem.constants", "the gradient bound L0 must be positive and finite");
  if (!(setting.samples >= 1.0) || !std::isfinite(setting.samples) || setting.dimension < 1)
    return refuse("data", "need at least one record and one dimension");
  if (!is_positive(setting.rho))
    return fail(ErrorCode::invalid_budget, "privacy.rho", "rho must be positive and finite");
  if (!(setting.failure_probability > 0.0 && setting.failure_probability < 1.0))
    return refuse("failureProbability", "the failure probability must lie between 0 and 1");
  if (!is_positive(setting.adjacency))
    return refuse("privacy.neighbours", "the adjacency factor must be positive and finite");
  return {};
}

double log_power(double base, double exponent) {
  return exponent == 0.0 ? 1.0 : math::exp(exponent * math::log(base));
}

KlSetting normalized(const KlSetting& setting) {
  constexpr double kSameExponent = 1e-12;
  KlSetting known = setting;
  if (std::fabs(known.kappa - 2.0) < kSameExponent) known.kappa = 2.0;
  known.initial_gap =
      std::min(known.initial_gap,
               log_power(known.gamma * (known.lipschitz + known.start_slope), known.kappa));
  return known;
}

}  // namespace noisy
