#include "engine/algorithm/minimax/theory/phased_bound.h"

#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/search.h"

namespace noisy {
namespace {

/// C_k without what the next phase's best response follows.
double generalization(const SolutionSetting& setting, const SolutionPhase& phase) {
  const double records = static_cast<double>(phase.block.count);
  const double squared = setting.lipschitz * setting.lipschitz / records;
  const double constant = is_minimization(setting.method) ? 2 : 2 * std::sqrt(2.0);
  return constant * squared / phase.least_weight();
}

}  // namespace

Result<PhasedBound> PhasedBound::create(const SolutionSetting& given) {
  if (!is_phased(given.method))
    return fail(ErrorCode::unsupported_option, "method",
                "only methods with phases choose their regularization");
  const SolutionSetting setting = releases_dual(given.method) ? mirrored(given) : given;
  if (auto checked = check_radii(setting); !checked) return std::unexpected(checked.error());
  auto phases = SolutionPhases::create(setting);
  if (!phases) return std::unexpected(phases.error());
  return PhasedBound(std::move(*phases), natural_regularization(setting));
}

PhasedBound::Terms PhasedBound::terms(double base) const {
  const SolutionSetting& setting = phases_.setting();
  const std::vector<SolutionPhase> phases = phases_.at(base);
  const double dimension = static_cast<double>(setting.primal_dimension);
  double falling = 0, error = 0;
  for (std::size_t k = 0; k < phases.size(); ++k) {
    const SolutionPhase& phase = phases[k];
    falling += generalization(setting, phase);
    error = dimension * phase.noise * phase.noise + phase.primal_distance * phase.primal_distance;
    if (k + 1 == phases.size()) break;
    const SolutionPhase& next = phases[k + 1];
    falling += next.primal_weight / 2 * error;
    if (!is_minimization(setting.method))
      falling +=
          setting.lipschitz * std::sqrt(next.primal_weight / next.dual_weight) * phase.sensitivity;
  }
  falling += setting.lipschitz * std::sqrt(error);
  double rising = phases.front().primal_weight / 2 * setting.primal_radius * setting.primal_radius;
  if (is_one_of_pair(setting.method))
    rising += base / 2 * setting.dual_radius * setting.dual_radius;
  return {falling, rising};
}

double PhasedBound::at(double base_regularization) const {
  const Terms both = terms(base_regularization);
  return both.falling + both.rising;
}

double PhasedBound::best_regularization() const {
  constexpr double kReach = 60, kStride = 1, kTolerance = 1e-7;
  if (phases_.setting().method != SolutionMethod::strongly_concave_primal) {
    const Terms both = terms(start_);
    return start_ * std::sqrt(both.falling / both.rising);
  }
  const auto bound = [&](double log_ratio) { return at(start_ * math::exp(log_ratio)); };
  return start_ *
         math::exp(math::minimize_from(bound, 0, kStride, -kReach, kReach, kTolerance).argument);
}

}  // namespace noisy
