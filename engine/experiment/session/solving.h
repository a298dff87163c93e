#pragma once

#include <memory>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/session/session.h"

namespace noisy {

/// Begins to minimize the objective with a solver of one's choice, without privacy. The request is
/// {"solver", "tolerance", "gradients", "seed"}, the `solve` part of a survey's; the report
///
///     {"nonPrivate": true, "solver", "solution", "distanceBound", "gapBound", "gradients",
///      "expectedGradients", "condition", "attempts", "fallback", "complaint", "trace"}
///
/// where ||solution - x*||_2 <= distanceBound and F(solution) - F* <= gapBound, rounding included.
///
/// @error unknown-name at "solve.solver"; unsupported-option at "problem.loss" for one of no
/// margin;
///        unsupported-regularizer unless it is l2 with a strength; unsupported-domain without a
///        projection; needs-convexity; unbounded-sensitivity where nothing bounds a sparse record
Result<std::unique_ptr<Survey>> begin_solving(std::shared_ptr<Objective> objective,
                                              const Json& request,
                                              std::shared_ptr<math::ThreadPool> threads);

}  // namespace noisy
