#pragma once

#include "engine/algorithm/minimax/solution_plan.h"

namespace noisy {

/// What a step of a plan would release without noise.
struct ExactSolution {
  Vector answer;  ///< in units in which the noise of all numbers is alike (SolvedAnswer)
  Vector point;   ///< where the released path then stands
};

/// Solves a step's problem on all of these records, from where the path stands at z.
///
/// @param precision  part of the plan's tau that it is solved to, at most 1
/// @error what ends such a solve; certificate-precision where rounding allows no such distance
Result<ExactSolution> exact_solution(const SolutionPlan& plan, SolutionStep step,
                                     const FiniteSum& records, const Vector& z, double precision);

}  // namespace noisy
