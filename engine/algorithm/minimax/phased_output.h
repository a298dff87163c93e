#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// Algorithm 1 of Zhang, Thekumparampil, Oh, He: the certified minimizer of a strongly convex
/// objective, released once.
///
/// @error invalid-value at "problem.regularizer" where nothing makes it strongly convex; as
///        solution_inputs and solution_schedule
Result<std::unique_ptr<AlgorithmPlan>> plan_certified_output(const PlanInput& input);

/// Its Algorithm 2, and the geometric schedule of Feldman, Koren, Talwar 2020: certified minimizers
/// of disjoint blocks of records with growing regularization, each centred at the release before.
///
/// @error as above; as base_regularization
Result<std::unique_ptr<AlgorithmPlan>> plan_phased_output(const PlanInput& input);

}  // namespace noisy
