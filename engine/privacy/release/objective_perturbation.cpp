#include "engine/privacy/release/objective_perturbation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/normal_distribution.h"

namespace noisy {

bool covers(const PerturbedObjective& stated, const PerturbedObjective& executed) {
  constexpr double kSlack = 1 + 1e-12;
  return stated.strong_convexity <= executed.strong_convexity * kSlack &&
         stated.record_curvature * kSlack >= executed.record_curvature &&
         stated.tolerance >= executed.tolerance && stated.solution_scale <= executed.solution_scale;
}

double solver_shift(const PerturbedObjective& objective) {
  return 2 * objective.tolerance / (objective.strong_convexity * objective.solution_scale);
}

double objective_perturbation_renyi(const PerturbedObjective& objective, double shift,
                                    Index samples, double order) {
  const double mu = objective.strong_convexity;
  const bool is_proven = mu > 0 && objective.solution_scale > 0 &&
                         std::isfinite(objective.record_curvature) && shift > 0 &&
                         std::isfinite(shift) && order > 1 && samples >= 1 &&
                         objective.record_curvature >= 0 && objective.tolerance >= 0;
  if (!is_proven) return std::numeric_limits<double>::infinity();
  constexpr double kLogTwo = 0.6931471805599453;
  const double curvature =
      math::log1p(objective.record_curvature / (static_cast<double>(samples) * mu));
  const double solver = solver_shift(objective);
  const double sides = kLogTwo + math::log_normal_cdf((order - 1) * shift);
  return curvature + 0.5 * order * (shift * shift + solver * solver) + sides / (order - 1);
}

double minimization_passes(double condition_number, double reduction) {
  const double root = std::sqrt(condition_number);
  const double needed =
      2 * math::log(3 * condition_number * std::sqrt(condition_number + 1) / reduction);
  const double per_step =
      condition_number > 1 ? -math::log1p(-1 / root) : std::numeric_limits<double>::infinity();
  return 2 + std::ceil(std::max(needed, 0.0) / per_step);
}

}  // namespace noisy
