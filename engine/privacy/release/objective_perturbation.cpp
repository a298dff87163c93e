#include "engine/privacy/release/objective_perturbation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/normal_distribution.h"
#include "engine/privacy/accountant/analytic_gaussian.h"

namespace noisy {

namespace {

constexpr double kLogTwo = 0.6931471805599453;

bool is_proven(const PerturbedObjective& objective, double shift, Index samples) {
  return objective.strong_convexity > 0 && objective.solution_scale > 0 &&
         std::isfinite(objective.record_curvature) && shift > 0 && std::isfinite(shift) &&
         samples >= 1 && objective.record_curvature >= 0 && objective.tolerance >= 0;
}

/// C
double density_ratio(const PerturbedObjective& objective, Index samples) {
  return math::log1p(objective.record_curvature /
                     (static_cast<double>(samples) * objective.strong_convexity));
}

}  // namespace

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
  if (!is_proven(objective, shift, samples) || !(order > 1)) {
    return std::numeric_limits<double>::infinity();
  }
  const double solver = solver_shift(objective);
  const double sides = kLogTwo + math::log_normal_cdf((order - 1) * shift);
  return density_ratio(objective, samples) + 0.5 * order * (shift * shift + solver * solver) +
         sides / (order - 1);
}

double objective_perturbation_epsilon(const PerturbedObjective& objective, double shift,
                                      Index samples, double delta) {
  constexpr double kUnproven = std::numeric_limits<double>::infinity();
  constexpr double kLogRest = -20 * kLogTwo;  // Q is at most this part of delta
  constexpr double kRoundUp = 1 + 0x1p-50;
  if (!is_proven(objective, shift, samples) || !(delta > 0) || !(delta < 1)) return kUnproven;
  const double solver = solver_shift(objective);
  const double square = shift * shift + solver * solver;
  const double log_delta = math::log(delta);
  const double gaussian = gaussian_epsilon_from_log(
      std::sqrt(square) * kRoundUp, log_delta - kLogTwo + math::log1p(-math::exp(kLogRest)));
  // Q(z) <= exp(-z^2 / 2) / 2
  const double margin = gaussian - 0.5 * square - std::sqrt(3.0) * shift;
  const bool is_far =
      margin > 0 && 0.5 * margin * margin > solver * solver * -(log_delta + kLogRest);
  return is_far ? (density_ratio(objective, samples) + gaussian) * kRoundUp : kUnproven;
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
