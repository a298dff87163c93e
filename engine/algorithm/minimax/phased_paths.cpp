#include "engine/algorithm/minimax/phased_paths.h"

#include <array>
#include <cmath>
#include <numeric>

#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// What a plan would be with one of the schedules.
struct Candidate {
  PhasedPaths found;
  double bound = 0;
};

Result<PhasedPaths> paths_with(const PlanInput& input, const SolutionInputs& inputs,
                               PhaseSchedule schedule, std::span<const SolutionMethod> methods) {
  PhasedPaths out{.inputs = inputs};
  set_schedule(schedule, out.inputs);
  for (const SolutionMethod method : methods) {
    SolutionInputs one = out.inputs;
    one.setting.method = method;
    const auto mu = base_regularization_of(input, one);
    if (!mu) return std::unexpected(mu.error());
    out.paths.push_back({one.setting, *mu});
  }
  return out;
}

std::string schedule_text(const Candidate& candidate) {
  return "\"" + std::string(schedule_word(candidate.found.inputs.setting.schedule)) + "\"";
}

/// What was compared, the least bound first.
std::string comparison_of(const std::vector<Candidate>& all, std::size_t least) {
  std::string others;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == least) continue;
    others += (others.empty() ? "; that of " : " and of ") + schedule_text(all[i]) + " is " +
              figure_text(all[i].bound);
  }
  return "The file names no schedule: this plan takes " + schedule_text(all[least]) +
         ", whose proven bound is least, " + figure_text(all[least].bound) + others + ".";
}

}  // namespace

std::optional<Regularized> regularized(const PlanInput& input, const SolutionInputs& inputs) {
  const double strength = input.regularizer.strong_convexity();
  const double lipschitz = inputs.setting.lipschitz;
  if (!(strength > 0)) return Regularized{0, lipschitz};
  const double radius = input.domain.l2_radius(input.facts.dimension);
  if (!inputs.options.projects || !std::isfinite(radius)) return std::nullopt;
  return Regularized{strength, lipschitz + strength * radius};
}

std::optional<std::vector<double>> proven_bounds(std::vector<PhasedPath> paths,
                                                 const Regularized& objective) {
  std::vector<double> bounds;
  for (PhasedPath& path : paths) {
    path.setting.lipschitz = objective.lipschitz;
    const auto bound = PhasedBound::create(path.setting);
    if (!bound) return std::nullopt;
    bounds.push_back(bound->at(path.regularization));
  }
  return bounds;
}

Result<PhasedPaths> phased_paths(const PlanInput& input, const SolutionInputs& inputs,
                                 std::span<const SolutionMethod> methods) {
  const PhaseSchedule usual = inputs.setting.schedule;
  const auto objective = regularized(input, inputs);
  if (inputs.has_fixed_schedule || !objective) return paths_with(input, inputs, usual, methods);
  constexpr std::array kSchedules = {PhaseSchedule::equal, PhaseSchedule::balanced,
                                     PhaseSchedule::geometric};
  std::vector<Candidate> all;
  std::size_t least = 0;
  for (const PhaseSchedule schedule : kSchedules) {
    auto found = paths_with(input, inputs, schedule, methods);
    if (!found) continue;
    const auto bounds = proven_bounds(found->paths, *objective);
    if (!bounds) continue;
    const double whole = std::accumulate(bounds->begin(), bounds->end(), 0.0);
    if (!std::isfinite(whole)) continue;
    all.push_back({*std::move(found), whole});
    if (all.back().bound < all[least].bound) least = all.size() - 1;
  }
  if (all.empty()) return paths_with(input, inputs, usual, methods);
  PhasedPaths out = all[least].found;
  if (all.size() > 1) out.comparison = comparison_of(all, least);
  return out;
}

}  // namespace noisy
