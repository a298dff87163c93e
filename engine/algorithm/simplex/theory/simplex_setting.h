#pragma once

#include <algorithm>
#include <limits>

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// What privacy needs to know of the two players' gradients: half the width of the interval that
/// every record's partial derivatives lie in, by clipping. 0: the player's gradient does not depend
/// on the record, so that its vertices cost nothing, or there is no such player.
struct PlayerWidths {
  double x = 0.0;
  double y = 0.0;

  double squared() const { return x * x + y * y; }
};

/// L_2 where nothing is known of third derivatives: a number that no bound goes by.
inline constexpr double kUnknownDerivative = 1e300;

/// Uniform bounds on one record's loss in the l1 norm (assumptions A1 to A3); utility only.
struct SimplexRegularity {
  double lipschitz = 0.0;          ///< L_0: the largest partial derivative
  double smoothness = 0.0;         ///< L_1: the largest second partial derivative
  double hessian_lipschitz = 0.0;  ///< L_2: the largest third partial derivative
  /// Where it is known to be less than L_1: the largest second partial derivative by coordinates of
  /// the same player, 0 of bilinear losses.
  double own_smoothness = std::numeric_limits<double>::infinity();

  double own() const { return std::min(own_smoothness, smoothness); }
};

/// ell = ln d_x + ln d_y.
///
/// @error unsupported-domain at "problem.domain" unless both are at least 2
Result<double> log_dimension(Index dimension_x, Index dimension_y);

/// @error invalid-value at "problem.constants" unless L_0 > 0, L_1 >= 0 and L_2 >= 0 are finite
Result<void> check_simplex_regularity(const SimplexRegularity& regularity);

/// @error invalid-value at "problem.constants" unless both widths are finite and not negative, and
///        one of them positive
Result<void> check_player_widths(const PlayerWidths& widths);

/// @error invalid-value at the field, with its range, unless least <= value <= most
Result<void> check_schedule_field(const char* field, Index value, Index least, Index most);

/// The most that any point's gap can be, by A1 alone: partial derivatives in [-L_0, L_0] change
/// the loss by at most 2 L_0 across each simplex.
inline double trivial_gap(double lipschitz) {
  return 4.0 * lipschitz;
}

/// The same of the excess risk over one simplex.
inline double trivial_excess_risk(double lipschitz) {
  return 2.0 * lipschitz;
}

/// Does a bound say more than A1 does of every point?
inline bool is_informative(double bound, double trivial) {
  return bound < trivial;
}

}  // namespace noisy
