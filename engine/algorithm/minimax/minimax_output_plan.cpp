#include <cmath>

#include "engine/algorithm/minimax/minimax_output.h"
#include "engine/algorithm/minimax/minimax_variant.h"
#include "engine/algorithm/minimax/phase_statements.h"
#include "engine/algorithm/minimax/solution_report.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// mu_y from which on the variant for strong concavity has the better bound: L / (D sqrt(n)).
double least_modulus(const SolutionSetting& setting, double radius) {
  return setting.lipschitz / (radius * std::sqrt(static_cast<double>(setting.samples)));
}

MinimaxVariant usual_variant(const SolutionSetting& setting) {
  if (setting.dual_modulus >= least_modulus(setting, setting.primal_radius)) {
    return MinimaxVariant::strongly_concave;
  }
  return MinimaxVariant::pair;
}

Result<void> check_moduli(const SolutionSetting& setting) {
  const char* missing = !(setting.primal_modulus > 0) ? "primalRegularization"
                        : !(setting.dual_modulus > 0) ? "dualRegularization"
                                                      : nullptr;
  if (!missing) return {};
  return fail(ErrorCode::invalid_value, missing,
              "strong convexity modulus must be positive (add a regularizer)");
}

Result<void> check_variant(MinimaxVariant variant, const SolutionSetting& setting) {
  const bool has_modulus = variant == MinimaxVariant::strongly_concave  ? setting.dual_modulus > 0
                           : variant == MinimaxVariant::strongly_convex ? setting.primal_modulus > 0
                                                                        : true;
  if (has_modulus) return {};
  return fail(ErrorCode::invalid_value, "variant",
              "strong convexity modulus must be positive: this problem has none in that part, use "
              "\"convex-concave\"");
}

/// One algorithm's releases.
Result<SolutionTrack> track_of(const PhasedPath& path) {
  auto phases = solution_phases(path.setting, path.regularization);
  if (!phases) return std::unexpected(std::move(phases.error()));
  return SolutionTrack{
      .part = releases_dual(path.setting.method) ? SolutionPart::dual : SolutionPart::primal,
      .phases = *std::move(phases)};
}

std::vector<SolutionMethod> methods_of(MinimaxVariant variant) {
  switch (variant) {
    case MinimaxVariant::strongly_concave:
      return {SolutionMethod::strongly_concave_primal};
    case MinimaxVariant::strongly_convex:
      return {SolutionMethod::strongly_convex_dual};
    case MinimaxVariant::pair:
      break;
  }
  return {SolutionMethod::convex_concave_primal, SolutionMethod::convex_concave_dual};
}

std::string published_text(MinimaxVariant variant, std::size_t phases) {
  const std::string blocks = std::to_string(phases) + " disjoint blocks of records";
  if (variant == MinimaxVariant::pair) return "noisy primal and dual solutions of " + blocks;
  return std::string(variant == MinimaxVariant::strongly_concave ? "noisy primal" : "noisy dual") +
         " solutions of " + blocks;
}

/// Of variants that lean on the modulus of the part that is not released.
void warn_of_modulus(MinimaxVariant variant, const SolutionSetting& setting, PlanSummary& summary) {
  if (variant == MinimaxVariant::pair) return;
  const bool is_dual = variant == MinimaxVariant::strongly_convex;
  const double modulus = is_dual ? setting.primal_modulus : setting.dual_modulus;
  const double least =
      least_modulus(setting, is_dual ? setting.dual_radius : setting.primal_radius);
  if (modulus >= least) return;
  summary.warnings.push_back(std::string(is_dual ? "mu_x" : "mu_y") + " = " + figure_text(modulus) +
                             " is below L / (D sqrt(n)) = " + figure_text(least) +
                             ": use the variant \"convex-concave\".");
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_minimax_output(const PlanInput& input) {
  auto inputs = solution_inputs(input, SolutionMethod::strongly_convex_concave);
  if (!inputs) return std::unexpected(std::move(inputs.error()));
  if (auto checked = check_moduli(inputs->setting); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  auto phases = solution_phases(inputs->setting);
  if (!phases) return std::unexpected(std::move(phases.error()));
  auto schedule = solution_schedule(input, {*inputs},
                                    {{.part = SolutionPart::saddle, .phases = *std::move(phases)}});
  if (!schedule) return std::unexpected(std::move(schedule.error()));
  PlanSummary summary =
      report_solutions(input, *inputs, *schedule, unseen_text(inputs->options, "saddle point"));
  summary.parameters.set("primalRegularization", inputs->regularization);
  summary.parameters.set("dualRegularization", inputs->added_concavity);
  return plan_of(input, *inputs, *std::move(schedule), std::move(summary));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_phased_minimax(const PlanInput& input) {
  auto inputs = solution_inputs(input, SolutionMethod::convex_concave_primal);
  if (!inputs) return std::unexpected(std::move(inputs.error()));
  const MinimaxVariant variant =
      chosen_variant(input.parameters).value_or(usual_variant(inputs->setting));
  if (auto checked = check_variant(variant, inputs->setting); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  const auto chosen = phased_paths(input, *inputs, methods_of(variant));
  if (!chosen) return std::unexpected(chosen.error());
  std::vector<SolutionTrack> tracks;
  std::vector<SolutionInputs> of_tracks;
  for (const PhasedPath& path : chosen->paths) {
    of_tracks.push_back(chosen->inputs);
    of_tracks.back().setting = path.setting;
    auto track = track_of(path);
    if (!track) return std::unexpected(std::move(track.error()));
    tracks.push_back(*std::move(track));
  }
  auto schedule = solution_schedule(input, of_tracks, tracks);
  if (!schedule) return std::unexpected(std::move(schedule.error()));
  const std::size_t phases = tracks.front().phases.size();
  PlanSummary summary =
      report_solutions(input, chosen->inputs, *schedule, published_text(variant, phases));
  state_phases(input, *chosen, summary);
  summary.parameters.set("variant", std::string(variant_word(variant)));
  summary.parameters.set("phases", static_cast<double>(phases));
  warn_of_modulus(variant, inputs->setting, summary);
  return plan_of(input, chosen->inputs, *std::move(schedule), std::move(summary));
}

}  // namespace noisy
