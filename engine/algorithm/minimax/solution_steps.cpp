#include "engine/algorithm/minimax/solution_steps.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/blocks_rule.h"
#include "engine/algorithm/minimax/solution_budget.h"
#include "engine/privacy/release/hardened.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

const SaddleBounds* saddle_of(const PlanInput& input) {
  return input.facts.saddle ? &*input.facts.saddle : nullptr;
}

/// A phase of a minimization whose records' loss has a regularizer, which adds to the weight.
SolutionPhase with_regularizer(SolutionPhase phase, double strength) {
  const double share = phase.primal_weight / (phase.primal_weight + strength);
  phase.primal_weight += strength;
  // tau is rho L / (m sqrt(lambda)) in the norm of W; all else is inverse to lambda.
  phase.weighted_distance *= std::sqrt(share);
  for (double* length :
       {&phase.primal_distance, &phase.sensitivity, &phase.noise, &phase.primal_noise}) {
    *length *= share;
  }
  return phase;
}

/// How large the released numbers may be, as the domain has it; in units of what is noised.
double reach_of(const PlanInput& input, const SolutionStep& step) {
  const double radius = input.domain.linf_radius(input.facts.dimension);
  if (step.part != SolutionPart::saddle) return radius;
  return radius * std::sqrt(std::max(step.primal_weight, step.dual_weight));
}

/// By the problem's own bounds.
double proven_sensitivity(const PlanInput& input, const SolutionStep& step, Index records) {
  SolutionBounds bounds{.records = static_cast<double>(records),
                        .primal_weight = step.primal_weight,
                        .dual_weight = step.dual_weight,
                        .distance = step.distance};
  set_differences(input.facts.l2_sensitivity, saddle_of(input), bounds);
  return solution_sensitivity(step.part, bounds);
}

/// Noise as whole multiples of a grid, as much larger as rounding moves what is noised.
///
/// @param reach     the integers are kept within 2^62 multiples; infinity where it is not known
/// @param products  whether products are rounded, which is exact within 2^52 multiples
///
/// @error invalid-budget  as hardened_scale
Result<void> put_on_grid(double numbers, double noise, double sensitivity, double reach,
                         bool products, Release& release) {
  constexpr double kUnknownReach = 0x1p20;  // of the noise
  const double largest = std::isfinite(reach) ? reach : kUnknownReach * noise;
  const double room = products ? 0x1p8 : 1;
  release.grid = choose_grid(noise, std::max(room * largest, sensitivity));
  const double moved = sensitivity + std::sqrt(numbers) * release.grid;
  const auto scale = hardened_scale(release.grid, noise / sensitivity * moved / release.grid);
  if (!scale) return std::unexpected(scale.error());
  release.noise_scale = *scale;
  return {};
}

Result<Release> release_of(const PlanInput& input, const SolutionPhase& phase,
                           const SolutionStep& step, SolutionAccuracy accuracy) {
  Release out{.form = certified_solution_form(step.part, accuracy),
              .batch_size = phase.block.count,
              .details = {step.primal_weight, step.dual_weight, step.distance}};
  if (phase.block.count < input.facts.samples) out.block = phase.block;
  out.cost = {.unit = CostUnit::rho, .value = 0, .neighbours = input.privacy.neighbours};
  if (input.privacy.notion == Notion::none) return out;
  out.mechanism = Mechanism::gaussian;
  out.noise_scale = phase.noise;
  const double sensitivity = proven_sensitivity(input, step, phase.block.count);
  const auto numbers =
      static_cast<double>(released_numbers(step.part, input.facts.dimension, saddle_of(input)));
  if (input.privacy.release == ReleaseKind::hardened) {
    const auto put = put_on_grid(numbers, phase.noise, phase.sensitivity, reach_of(input, step),
                                 step.part == SolutionPart::saddle, out);
    if (!put) return std::unexpected(put.error());
  }
  out.cost.value = rho_of_gaussian(sensitivity + std::sqrt(numbers) * out.grid, out.noise_scale);
  return out;
}

void set_weights(const PlanInput& input, const SolutionInputs& inputs, const SolutionPhase& phase,
                 SolutionStep& step) {
  const SolutionMethod method = inputs.setting.method;
  step.primal_weight = phase.primal_weight;
  step.dual_weight = phase.dual_weight;
  const double added = is_minimization(method) ? inputs.added_convexity : 0;
  const bool is_primal = step.part != SolutionPart::dual;
  if (!is_phased(method)) {
    // Not the weight less what was added to it, which rounding may leave above what records have.
    const SaddleBounds* saddle = saddle_of(input);
    step.primal_convexity = saddle ? saddle->primal_modulus : input.facts.record_convexity;
    step.dual_convexity = saddle ? saddle->dual_modulus : 0;
    step.regularization = phase.primal_weight;
    return;
  }
  // The released part is pulled to where the path stands, the other one to 0.
  (is_primal ? step.primal_pull : step.dual_pull) = 1 - added / phase.primal_weight;
  step.regularization = (is_primal ? phase.primal_weight : phase.dual_weight) - added;
  if (method == SolutionMethod::strongly_concave_primal) step.dual_convexity = phase.dual_weight;
  if (method == SolutionMethod::strongly_convex_dual) step.primal_convexity = phase.primal_weight;
}

}  // namespace

Result<SolutionStep> solution_step(const PlanInput& input, const SolutionInputs& inputs,
                                   SolutionPart part, const SolutionPhase& phase) {
  const auto solver = solver_of(inputs, phase.block.count);
  if (!solver) return std::unexpected(solver.error());
  SolutionStep step{.part = part, .solver = *solver};
  const bool has_regularizer = is_phased(inputs.setting.method) &&
                               part == SolutionPart::minimizer && inputs.added_convexity > 0;
  const SolutionPhase whole =
      has_regularizer ? with_regularizer(phase, inputs.added_convexity) : phase;
  set_weights(input, inputs, whole, step);
  step.distance = whole.weighted_distance;
  auto release = release_of(input, whole, step, inputs.options.accuracy);
  if (!release) return std::unexpected(std::move(release.error()));
  step.release = *std::move(release);
  step.noise = part == SolutionPart::dual ? whole.dual_noise : whole.primal_noise;
  if (part == SolutionPart::saddle) step.dual_noise = whole.dual_noise;
  return step;
}

Result<SolutionSchedule> solution_schedule(const PlanInput& input,
                                           const std::vector<SolutionInputs>& inputs,
                                           const std::vector<SolutionTrack>& tracks) {
  SolutionSchedule out;
  std::vector<BlockSchedule> blocks;
  for (std::size_t k = 0; k < tracks.front().phases.size(); ++k) {
    std::vector<Release> releases;
    for (std::size_t t = 0; t < tracks.size(); ++t) {
      auto step = solution_step(input, inputs[t], tracks[t].part, tracks[t].phases[k]);
      if (!step) return std::unexpected(std::move(step.error()));
      releases.push_back(step->release);
      out.steps.push_back(*std::move(step));
    }
    blocks.push_back({.block = tracks.front().phases[k].block,
                      .rule = solution_rule(releases, inputs.front().worth,
                                            inputs.front().setting.budget.epsilon)});
  }
  if (out.steps.front().release.block.is_whole()) {
    out.rule = blocks.front().rule;
    return out;
  }
  auto rule = BlocksRule::create(input.facts.samples, std::move(blocks));
  if (!rule) return std::unexpected(std::move(rule.error()));
  out.rule = std::make_shared<BlocksRule>(*std::move(rule));
  return out;
}

}  // namespace noisy
