#include "engine/algorithm/minimax/theory/naive_saddle_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/minimax/theory/solution_phases.h"
#include "engine/math/elementary.h"
#include "engine/math/search.h"

namespace noisy {
namespace {

double natural(const SolutionSetting& setting) {
  const double radius = std::max(setting.primal_radius, setting.dual_radius);
  return setting.lipschitz / (radius * std::sqrt(static_cast<double>(setting.samples)));
}

/// How far noise and tau move a released part.
double missed(Index dimension, double noise, double distance) {
  return std::sqrt(static_cast<double>(dimension)) * noise + distance;
}

}  // namespace

Result<NaiveSaddleBound> NaiveSaddleBound::create(const SolutionSetting& given, GapSide side) {
  SolutionSetting setting = given;
  setting.method = SolutionMethod::strongly_convex_concave;
  for (const double radius : {setting.primal_radius, setting.dual_radius}) {
    if (!(radius > 0 && std::isfinite(radius)))
      return fail(ErrorCode::invalid_value, "domainRadius",
                  "domain radius needed to bound the weak gap");
  }
  const NaiveSaddleBound bound(setting, side);
  const Added some = bound.added(natural(setting));
  setting.primal_modulus += some.primal;
  setting.dual_modulus += some.dual;
  const auto phases = SolutionPhases::create(setting);
  if (!phases) return std::unexpected(phases.error());
  return bound;
}

double NaiveSaddleBound::at(const Added& added) const {
  SolutionSetting setting = setting_;
  setting.primal_modulus += added.primal;
  setting.dual_modulus += added.dual;
  const auto phases = SolutionPhases::create(setting);
  if (!phases) return std::numeric_limits<double>::infinity();  // beyond the range of constants
  const SolutionPhase phase = phases->at(0).front();
  const double moved = 2 * setting.lipschitz /
                       (static_cast<double>(setting.samples) * std::sqrt(phase.least_weight()));
  double length = std::sqrt(1 / phase.primal_weight + 1 / phase.dual_weight) * moved;
  if (side_ != GapSide::dual)
    length += missed(setting.primal_dimension, phase.primal_noise, phase.primal_distance);
  if (side_ != GapSide::primal)
    length += missed(setting.dual_dimension, phase.dual_noise, phase.dual_distance);
  return setting.lipschitz * length +
         0.5 * added.primal * setting.primal_radius * setting.primal_radius +
         0.5 * added.dual * setting.dual_radius * setting.dual_radius;
}

NaiveSaddleBound::Added NaiveSaddleBound::added(double regularization) const {
  return {.primal = setting_.primal_modulus > 0 ? 0 : regularization,
          .dual = setting_.dual_modulus > 0 ? 0 : regularization};
}

NaiveSaddleBound::Added NaiveSaddleBound::best_regularization() const {
  constexpr double kReach = 60, kStride = 1, kTolerance = 1e-7;
  const double start = natural(setting_);
  const auto bound = [&](double log_ratio) { return at(added(start * math::exp(log_ratio))); };
  const auto least = math::minimize_from(bound, 0, kStride, -kReach, kReach, kTolerance);
  return added(start * math::exp(least.argument));
}

}  // namespace noisy
