#include "engine/privacy/checks.h"

#include <cmath>

namespace noisy {

Result<void> check_budget(double budget, std::string_view field) {
  if (budget > 0 && std::isfinite(budget)) return {};
  return fail(ErrorCode::invalid_budget, std::string(field),
              std::string(field.substr(field.rfind('.') + 1)) + " must be positive and finite");
}

Result<void> check_delta(double delta) {
  if (delta > 0 && delta < 1) return {};
  return fail(ErrorCode::invalid_budget, "privacy.delta",
              "delta must lie in (0, 1): the Gaussian mechanism gives no pure DP");
}

Result<void> check_sensitivity(double sensitivity, std::string_view norm) {
  if (sensitivity > 0 && std::isfinite(sensitivity)) return {};
  return fail(ErrorCode::unbounded_sensitivity, "data.preprocess",
              "a finite " + std::string(norm) +
                  " gradient sensitivity is required: bound the features or choose another loss");
}

}  // namespace noisy
