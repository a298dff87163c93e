#pragma once

#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/release/whole_gradients.h"

namespace noisy {

/// What is public of a saddle problem over two simplices.
struct TwoSimplices {
  SimplexRegularity regularity;
  CoordinateMoves moves;  ///< how far two records' operators can be apart
  WholeGradient whole;    ///< of one coordinate of a record's operator, for hardened draws
  double log_dimension = 0;
  Index primal_size = 0;
  Index dual_size = 0;

  PlayerWidths widths() const { return {.x = 0.5 * moves.primal, .y = 0.5 * moves.dual}; }
};

/// @error unsupported-domain, also of every other problem; unbounded-sensitivity
Result<TwoSimplices> two_simplices(const PlanInput& input);

/// Whether vertices can be drawn for what is asked, from records that are there.
///
/// @error empty-data of less than two records; as check_draws_privacy
Result<void> check_draws_input(const PlanInput& input);

}  // namespace noisy
