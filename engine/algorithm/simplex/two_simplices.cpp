#include "engine/algorithm/simplex/two_simplices.h"

#include <cmath>

namespace noisy {

Result<TwoSimplices> two_simplices(const PlanInput& input) {
  const auto ell = two_simplices_log_dimension(input);
  if (!ell) return std::unexpected(ell.error());
  const SaddleBounds& bounds = *input.facts.saddle;
  const CoordinateMoves moves = coordinate_moves(input.facts.linf_sensitivity, &bounds);
  const double most = moves.largest();
  if (!(most > 0) || !std::isfinite(most)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "a finite bound on how far two records' gradients can be apart is required: bound "
                "the rows (data.preprocess with clip-rows or scale-columns) and the targets (with "
                "clamp-target or scale-target)");
  }
  const SimplexRegularity regularity = simplex_regularity(bounds);
  return TwoSimplices{
      .regularity = regularity,
      .moves = moves,
      .whole = {.largest = regularity.lipschitz,
                .rounding = input.facts.summation_error(1) * input.facts.l2_sensitivity},
      .log_dimension = *ell,
      .primal_size = bounds.primal_dimension,
      .dual_size = bounds.dual_dimension};
}

Result<void> check_draws_input(const PlanInput& input) {
  if (input.facts.samples < 2) {
    return fail(ErrorCode::empty_data, "data", "needs two records or more");
  }
  return check_draws_privacy(input.privacy);
}

}  // namespace noisy
