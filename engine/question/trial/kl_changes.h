#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/plan/stated_data.h"

namespace noisy {

/// An experiment that methods of the KL condition can run on, and what was changed for it.
struct KlChanges {
  Json experiment;                     ///< with all methods that may be tried
  std::vector<std::string> sentences;  ///< one for each change, with its reason
};

/// Changes an experiment as far as these methods need it, and no further:
///
/// - a budget that zCDP can count, Gaussian noise, records that are replaced, no sweep;
/// - rows no longer than 1 where nothing bounds them;
/// - no constants that the file states or measures, unless they are a KL condition, nor that where
///   rows or the regularizer change, and with them the objective;
/// - where no condition with kappa > 1 is known, an l2 regularizer with a tenth of the loss's
///   smoothness, so that the condition number is 11 whatever the units of the data;
/// - all of space, or a ball around 0; without one, a ball twice as large as is known to hold a
///   minimizer, so that methods which travel fit in it;
/// - of a loss whose slope has no bound, unless the file's own ball bounds it, gradients clipped to
///   the longest that one can be at 0, with targets in [-1, 1] where nothing bounds them;
/// - kappa = 2 and gamma = 1 / sqrt(2 strength) stated where the loss is not convex.
///
/// @error invalid-value at "problem" for a problem of the gallery, which has its condition
/// @error unbounded-sensitivity at "problem.loss" when nothing bounds the loss's curvature
/// @error as trial_point
Result<KlChanges> change_for_kl(const Experiment& given, const std::optional<StatedShape>& shape);

}  // namespace noisy
