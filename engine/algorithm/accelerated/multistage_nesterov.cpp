#include "engine/algorithm/accelerated/entry_defaults.h"
#include "engine/algorithm/accelerated/nesterov.h"
#include "engine/algorithm/accelerated/theory/masg_schedule.h"
#include "engine/algorithm/frame/catalogue_entries.h"

namespace noisy {
namespace {

Result<StepSchedule> schedule(const AcceleratedParameters& parameters, const RiskFacts& facts) {
  return masg_schedule({.iterations = parameters.iterations,
                        .strong_convexity = facts.strong_convexity,
                        .smoothness = facts.smoothness,
                        .step_scale = parameters.step_scale,
                        .stage_exponent = parameters.stage_exponent,
                        .first_stage_length = parameters.first_stage,
                        .scale_kappa_with_step = parameters.scale_condition_number});
}

Result<ErrorRecursion> recursion(const StepSchedule& schedule, const RiskFacts& facts) {
  return nesterov_recursion(schedule, facts.strong_convexity, facts.smoothness);
}

constexpr AcceleratedMethod kMultistage{
    .start = nesterov, .looks_ahead = true, .schedule = schedule, .recursion = recursion};
constexpr AcceleratedMethod kDividedMultistage{.start = nesterov,
                                               .default_division = Division::exact_subsampled,
                                               .selects_horizon = true,
                                               .looks_ahead = true,
                                               .schedule = schedule,
                                               .recursion = recursion};

AlgorithmEntry dp_masg() {
  AlgorithmEntry entry = accelerated_entry(GradientsAt::ahead);
  entry.id = "dp-masg";
  entry.title = "DP-MASG";
  entry.theorem = "eq. 33, Thm 4.3 (corrected)";
  entry.summary =
      "Multi-stage Nesterov: long stages with ever smaller steps, restarted in between, so that "
      "late steps average the noise.";
  entry.guarantee = "The whole path is private; by default every step pays budget / T.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stageExponent", "firstStage",
       "scaleConditionNumber", "sensitivity", "division", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kMultistage); };
  return entry;
}

AlgorithmEntry dp_masg_opt() {
  AlgorithmEntry entry = accelerated_entry(GradientsAt::ahead);
  entry.id = "dp-masg-opt";
  entry.title = "DP-MASG-opt";
  entry.theorem = "eq. 33-34, Prop. 4.2, Remark 4.1";
  entry.summary =
      "Multi-stage Nesterov with a divided budget and a horizon chosen from the bound; often the "
      "best choice is to end with the first stage.";
  entry.guarantee = "The whole path is private; step t pays its share of the divided budget.";
  entry.parameters =
      accelerated_parameter_specs({"iterations", "batchSize", "stepScale", "stageExponent",
                                   "firstStage", "scaleConditionNumber", "sensitivity", "division",
                                   "horizon", "includeSamplingNoise", "start"},
                                  "exact-subsampled");
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kDividedMultistage); };
  return entry;
}

}  // namespace

std::vector<AlgorithmEntry> multistage_nesterov_entries() {
  return {dp_masg(), dp_masg_opt()};
}

}  // namespace noisy
