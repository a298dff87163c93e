#pragma once

#include "engine/algorithm/minimax/theory/solution_setting.h"

namespace noisy {

/// The setting of the golden values of bring-your-own-minimax, 3.3: n = 1000, d = 5, L = D = 1,
/// epsilon = 0.5, delta = 1e-5.
inline SolutionSetting golden_setting(SolutionMethod method, SolutionNoise noise) {
  return {.method = method,
          .samples = 1000,
          .primal_dimension = 5,
          .dual_dimension = 5,
          .primal_modulus = 0.5,
          .dual_modulus = 0.1,
          .primal_radius = 1,
          .dual_radius = 1,
          .budget = {noise, 0.5, 1e-5}};
}

inline constexpr SolutionMethod kSolutionMethods[] = {
    SolutionMethod::strongly_convex,         SolutionMethod::convex,
    SolutionMethod::strongly_convex_concave, SolutionMethod::convex_concave_primal,
    SolutionMethod::convex_concave_dual,     SolutionMethod::strongly_concave_primal,
    SolutionMethod::strongly_convex_dual};

inline constexpr SolutionNoise kSolutionNoises[] = {
    SolutionNoise::paper, SolutionNoise::certified_classic, SolutionNoise::certified_analytic,
    SolutionNoise::zcdp};

inline constexpr PhaseSchedule kPhaseSchedules[] = {PhaseSchedule::equal, PhaseSchedule::balanced,
                                                    PhaseSchedule::geometric};

/// The same problem in other units: losses `a` times, parameters `b` times as large.
inline SolutionSetting in_other_units(SolutionSetting setting, double a, double b) {
  setting.lipschitz *= a / b;
  setting.difference *= a / b;
  setting.primal_difference *= a / b;
  setting.dual_difference *= a / b;
  setting.primal_modulus *= a / (b * b);
  setting.dual_modulus *= a / (b * b);
  setting.primal_radius *= b;
  setting.dual_radius *= b;
  return setting;
}

}  // namespace noisy
