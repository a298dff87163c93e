#include "engine/algorithm/simplex/theory/simplex_setting.h"

#include <cmath>
#include <string>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

bool is_bound(double number) {
  return number >= 0.0 && std::isfinite(number);
}

}  // namespace

Result<double> log_dimension(Index dimension_x, Index dimension_y) {
  if (dimension_x < 2 || dimension_y < 2)
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "each simplex needs at least two vertices");
  return math::log(static_cast<double>(dimension_x)) + math::log(static_cast<double>(dimension_y));
}

Result<void> check_simplex_regularity(const SimplexRegularity& regularity) {
  if (is_bound(regularity.lipschitz) && regularity.lipschitz > 0.0 &&
      is_bound(regularity.smoothness) && is_bound(regularity.hessian_lipschitz))
    return {};
  return fail(ErrorCode::invalid_value, "problem.constants",
              "lipschitz must be positive, smoothness constants non-negative");
}

Result<void> check_player_widths(const PlayerWidths& widths) {
  if (is_bound(widths.x) && is_bound(widths.y) && widths.squared() > 0.0) return {};
  return fail(ErrorCode::invalid_value, "problem.constants",
              "the widths of both players' gradients must be finite, and one of them positive");
}

Result<void> check_schedule_field(const char* field, Index value, Index least, Index most) {
  if (value >= least && value <= most) return {};
  return fail(ErrorCode::invalid_value, field,
              std::string(field) + " is " + std::to_string(value) + ", but must lie in " +
                  std::to_string(least) + ".." + std::to_string(most));
}

}  // namespace noisy
