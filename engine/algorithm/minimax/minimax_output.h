#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// Algorithm 3 of Zhang, Thekumparampil, Oh, He: the certified saddle point of a problem that is
/// strongly convex in x and strongly concave in y, released once, both parts together.
///
/// @error invalid-value at "primalRegularization" or "dualRegularization" where nothing makes it
/// so;
///        as solution_inputs and solution_schedule
Result<std::unique_ptr<AlgorithmPlan>> plan_minimax_output(const PlanInput& input);

/// Its Algorithms 4 and 5, on the same blocks with a shared budget, and the variants of section 4.3
/// that release one part with all of it.
///
/// @error as above; invalid-value at "variant" where the modulus that it needs is 0
Result<std::unique_ptr<AlgorithmPlan>> plan_phased_minimax(const PlanInput& input);

/// Which of them a plan is.
enum class MinimaxVariant { pair, strongly_concave, strongly_convex };

std::vector<ParameterSpec> minimax_output_specs();
std::vector<ParameterSpec> phased_minimax_specs();

}  // namespace noisy
