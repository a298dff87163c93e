#include "engine/algorithm/minimax/theory/solution_phases.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/privacy/release/solution_sensitivity.h"

namespace noisy {
namespace {

struct Weights {
  double primal, dual;  ///< lambda_x, lambda_y; the second is 0 of a minimization
};

/// Of a method that does not release y alone.
Weights weights_of(const SolutionSetting& setting, double base, Index phase) {
  const double grown = base * phase_growth(setting.schedule, phase);
  switch (setting.method) {
    case SolutionMethod::strongly_convex:
      return {setting.primal_modulus, 0};
    case SolutionMethod::convex:
      return {grown, 0};
    case SolutionMethod::strongly_convex_concave:
      return {setting.primal_modulus, setting.dual_modulus};
    case SolutionMethod::convex_concave_primal:
      return {grown, base};
    default:
      return {grown, setting.dual_modulus};
  }
}

SolutionBounds bounds_of(const SolutionSetting& setting, const SolutionPhase& phase) {
  const bool has_dual = !is_minimization(setting.method);
  const double infinity = std::numeric_limits<double>::infinity();
  SolutionBounds bounds{.records = static_cast<double>(phase.block.count),
                        .primal_weight = phase.primal_weight,
                        .dual_weight = has_dual ? phase.dual_weight : 1,
                        .difference = 2 * setting.lipschitz,
                        .dual_difference = has_dual ? infinity : 0,
                        .distance = phase.weighted_distance};
  if (setting.bound == DifferenceBound::gradient_difference) {
    bounds.difference = std::min(bounds.difference, setting.difference);
    bounds.primal_difference = setting.primal_difference;
    if (has_dual) bounds.dual_difference = setting.dual_difference;
  }
  return bounds;
}

/// What the noise is proportional to.
double counted_sensitivity(const SolutionSetting& setting, const SolutionPhase& phase) {
  if (setting.budget.noise != SolutionNoise::paper) return phase.sensitivity;
  const double weight = releases_both(setting.method) ? 1 : phase.primal_weight;
  return paper_sensitivity(setting.lipschitz, static_cast<double>(phase.block.count), weight,
                           phase.least_weight());
}

void set_distances(const SolutionSetting& setting, SolutionPhase& phase) {
  phase.weighted_distance =
      tolerance_ratio(setting) * setting.lipschitz /
      (static_cast<double>(phase.block.count) * std::sqrt(phase.least_weight()));
  phase.primal_distance = phase.weighted_distance / std::sqrt(phase.primal_weight);
  if (phase.dual_weight > 0)
    phase.dual_distance = phase.weighted_distance / std::sqrt(phase.dual_weight);
}

/// Of a method that does not release y alone.
SolutionPhase phase_of(const SolutionSetting& setting, const RecordBlock& block,
                       const Weights& weights, double multiplier) {
  const bool both = releases_both(setting.method);
  SolutionPhase phase{.block = block, .primal_weight = weights.primal, .dual_weight = weights.dual};
  set_distances(setting, phase);
  const SolutionBounds bounds = bounds_of(setting, phase);
  phase.sensitivity = both ? saddle_sensitivity(bounds) : primal_sensitivity(bounds);
  phase.noise = multiplier * counted_sensitivity(setting, phase);
  phase.primal_noise = both ? phase.noise / std::sqrt(weights.primal) : phase.noise;
  phase.dual_noise = both ? phase.noise / std::sqrt(weights.dual) : 0;
  return phase;
}

SolutionPhase mirrored(SolutionPhase phase) {
  std::swap(phase.primal_weight, phase.dual_weight);
  std::swap(phase.primal_distance, phase.dual_distance);
  std::swap(phase.primal_noise, phase.dual_noise);
  return phase;
}

/// How many Gaussian releases one record enters. The paper composes Algorithm 3's parts.
int releases_of(const SolutionSetting& setting) {
  const bool are_two =
      releases_both(setting.method) && setting.budget.noise == SolutionNoise::paper;
  return are_two || is_one_of_pair(setting.method) ? 2 : 1;
}

Result<std::vector<RecordBlock>> blocks_of(const SolutionSetting& setting) {
  if (is_phased(setting.method))
    return phase_blocks(setting.samples, setting.schedule, setting.phases);
  return std::vector<RecordBlock>{{0, setting.samples}};
}

}  // namespace

Result<SolutionPhases> SolutionPhases::create(const SolutionSetting& setting) {
  if (auto checked = check_solution_setting(setting); !checked)
    return std::unexpected(checked.error());
  const auto multiplier = solution_noise_multiplier(setting.budget, releases_of(setting));
  if (!multiplier) return std::unexpected(multiplier.error());
  auto blocks = blocks_of(setting);
  if (!blocks) return std::unexpected(blocks.error());
  return SolutionPhases(setting, std::move(*blocks), *multiplier);
}

std::vector<SolutionPhase> SolutionPhases::at(double base_regularization) const {
  const bool is_dual = releases_dual(setting_.method);
  const SolutionSetting setting = is_dual ? mirrored(setting_) : setting_;
  std::vector<SolutionPhase> phases;
  phases.reserve(blocks_.size());
  for (const RecordBlock& block : blocks_) {
    const auto number = static_cast<Index>(phases.size()) + 1;
    const Weights weights = weights_of(setting, base_regularization, number);
    const SolutionPhase phase = phase_of(setting, block, weights, multiplier_);
    phases.push_back(is_dual ? mirrored(phase) : phase);
  }
  return phases;
}

Result<std::vector<SolutionPhase>> solution_phases(const SolutionSetting& setting,
                                                   double base_regularization) {
  if (is_phased(setting.method) && !is_in_range(base_regularization))
    return fail(ErrorCode::invalid_value, "regularization",
                "the base regularization must be positive, from 1e-60 to 1e60");
  const auto phases = SolutionPhases::create(setting);
  if (!phases) return std::unexpected(phases.error());
  return phases->at(base_regularization);
}

}  // namespace noisy
