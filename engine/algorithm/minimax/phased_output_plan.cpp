#include <array>

#include "engine/algorithm/minimax/phase_statements.h"
#include "engine/algorithm/minimax/phased_output.h"
#include "engine/algorithm/minimax/solution_report.h"

namespace noisy {

Result<std::unique_ptr<AlgorithmPlan>> plan_certified_output(const PlanInput& input) {
  auto inputs = solution_inputs(input, SolutionMethod::strongly_convex);
  if (!inputs) return std::unexpected(std::move(inputs.error()));
  if (!(inputs->setting.primal_modulus > 0)) {
    return fail(ErrorCode::invalid_value, "problem.regularizer",
                "strong convexity modulus must be positive: add an l2 regularizer, or leave out "
                "\"regularization\": 0");
  }
  const auto phases = solution_phases(inputs->setting);
  if (!phases) return std::unexpected(phases.error());
  auto schedule =
      solution_schedule(input, {*inputs}, {{.part = SolutionPart::minimizer, .phases = *phases}});
  if (!schedule) return std::unexpected(std::move(schedule.error()));
  PlanSummary summary =
      report_solutions(input, *inputs, *schedule, unseen_text(inputs->options, "minimizer"));
  summary.parameters.set("regularization", inputs->regularization);
  return plan_of(input, *inputs, *std::move(schedule), std::move(summary));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_phased_output(const PlanInput& input) {
  auto inputs = solution_inputs(input, SolutionMethod::convex);
  if (!inputs) return std::unexpected(std::move(inputs.error()));
  const std::array methods = {SolutionMethod::convex};
  const auto chosen = phased_paths(input, *inputs, methods);
  if (!chosen) return std::unexpected(chosen.error());
  const PhasedPath& path = chosen->paths.front();
  const auto phases = solution_phases(path.setting, path.regularization);
  if (!phases) return std::unexpected(phases.error());
  auto schedule = solution_schedule(input, {chosen->inputs},
                                    {{.part = SolutionPart::minimizer, .phases = *phases}});
  if (!schedule) return std::unexpected(std::move(schedule.error()));
  PlanSummary summary = report_solutions(
      input, chosen->inputs, *schedule,
      "the noisy minimizers of " + std::to_string(phases->size()) + " disjoint blocks of records");
  state_phases(input, *chosen, summary);
  summary.parameters.set("phases", static_cast<double>(phases->size()));
  return plan_of(input, chosen->inputs, *std::move(schedule), std::move(summary));
}

}  // namespace noisy
