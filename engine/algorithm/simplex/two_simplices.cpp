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
  return TwoSimplices{.regularity = simplex_regularity(bounds),
                      .moves = moves,
                      .log_dimension = *ell,
                      .primal_size = bounds.primal_dimension,
                      .dual_size = bounds.dual_dimension};
}

namespace {

Result<void> check_count(const PlanInput& input) {
  if (input.facts.samples >= 2) return {};
  return fail(ErrorCode::empty_data, "data", "needs two records or more");
}

}  // namespace

Result<void> check_vertex_input(const PlanInput& input) {
  if (auto checked = check_count(input); !checked) return checked;
  return check_vertex_privacy(input.privacy);
}

Result<void> check_draws_input(const PlanInput& input) {
  if (auto checked = check_count(input); !checked) return checked;
  return check_draws_privacy(input.privacy);
}

}  // namespace noisy
