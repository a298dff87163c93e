#pragma once

#include <vector>

#include "engine/diagnostic/named_column.h"
#include "engine/experiment/plan/planner.h"

namespace noisy {

/// What the runs of a plan trace, as far as that follows from the plan: neither from the data nor
/// from noise.
struct Rehearsal {
  /// "iteration", "gradientEvaluations", what is spent, and what steps tell, by their names in
  /// results. A column that noise has a say in is empty.
  std::vector<NamedColumn> columns;
  bool is_whole = false;            ///< columns go to the end of every run that completes
  double gradient_evaluations = 0;  ///< of such a run
  bool has_hidden_work = false;     ///< it takes a time that depends on the data
  bool is_skipped = false;          ///< it takes too long, or ended otherwise than by itself
};

/// Carries a plan out twice on records whose gradients are all zero, with other noise each time:
/// what both times agree on is the same in every run. A plan whose length is not fixed is not
/// carried out: where its runs end is drawn, or follows from what was released.
///
/// @param trace_points  at most so many points are traced
/// @param effort        coordinates that may still be gone through, which this takes away from
Rehearsal rehearse(const PlannedAlgorithm& planned, const Objective& objective, Index trace_points,
                   double& effort);

/// Standard deviations of the coordinates of a plan's solution that the noise alone makes: runs on
/// records whose gradients are all zero, each with other noise. They follow from the plan.
///
/// @param runs    at least 2
/// @param effort  coordinates that may be gone through
/// @return nothing where that takes more, or a run does not complete
std::vector<double> noise_deviations(const PlannedAlgorithm& planned, const Objective& objective,
                                     int runs, double effort);

}  // namespace noisy
