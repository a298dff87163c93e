#include "engine/algorithm/minimax/theory/naive_bound.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/minimax/theory/solution_phases.h"

namespace noisy {

Result<NaiveBound> NaiveBound::create(const SolutionSetting& given) {
  if (given.method != SolutionMethod::convex)
    return fail(ErrorCode::unsupported_option, "method",
                "naive output perturbation is for minimization");
  SolutionSetting setting = given;
  setting.method = SolutionMethod::strongly_convex;
  if (auto checked = check_radii(setting); !checked) return std::unexpected(checked.error());
  const double start = setting.primal_modulus = natural_regularization(setting);
  const auto phases = SolutionPhases::create(setting);
  if (!phases) return std::unexpected(phases.error());
  const SolutionPhase phase = phases->at(0).front();
  const double noise = std::sqrt(static_cast<double>(setting.primal_dimension)) * phase.noise;
  const double falling =
      setting.lipschitz * (noise + phase.primal_distance) +
      2 * setting.lipschitz * setting.lipschitz / (static_cast<double>(setting.samples) * start);
  return NaiveBound(falling * start, 0.5 * setting.primal_radius * setting.primal_radius);
}

double NaiveBound::best_regularization(double own) const {
  return std::max(0.0, std::sqrt(falling_ / rising_) - own);
}

}  // namespace noisy
