#pragma once

#include "engine/algorithm/minimax/theory/solution_setting.h"

namespace noisy {

/// How the base regularization mu of a phased method is chosen. Privacy does not depend on it:
/// noise follows mu. It must not be tuned on the data.
enum class RegularizationRule {
  paper,           ///< the theorems' formula
  derived_optimal  ///< what makes the bound of PhasedBound least, for the noise that is added
};

/// mu of a phased method.
///
/// Of the paper, with K phases:
///
///     Algorithm 2     (L/D) max(1/sqrt(n), 14 K sqrt(d ln(2.5/delta)) / (n epsilon))
///       geometric     (L/D) max(1/sqrt(6n), sqrt(65 d ln(2.5/delta)) / (n epsilon))
///     Algorithms 4, 5 (L/D) max(2/sqrt(n), 13 K sqrt(max(d_x, d_y) ln(5/delta)) / (n epsilon))
///     C-SC          3 (L/D) max(1/sqrt(n), 4 K sqrt(d_x ln(2.5/delta)) / (n epsilon))
///
/// (bring-your-own-minimax, 2.2, 2.4, 2.5; the second line is derived there). D is the larger of
/// both radii; of C-SC and SC-C the radius that is not read by the bound may be 0.
///
/// @param scale  mu_scale > 0: a public factor
/// @error invalid-value at "regularizationScale" unless scale > 0 is finite; unsupported-option at
///        "regularization" for the paper's rule with the geometric schedule of a saddle point;
///        invalid-budget for the paper's rule unless epsilon and delta are given; or as
///        PhasedBound::create
Result<double> base_regularization(const SolutionSetting& setting, RegularizationRule rule,
                                   double scale = 1);

}  // namespace noisy
