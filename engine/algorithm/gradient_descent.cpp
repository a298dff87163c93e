#include "engine/algorithm/gradient_descent.h"

#include "engine/algorithm/catalogue_entries.h"
#include "engine/algorithm/entry_defaults.h"

namespace noisy {
namespace {

Result<StepSchedule> schedule(const AcceleratedParameters& parameters, const RiskFacts& facts) {
  return single_stage(parameters.iterations, resolved_step_size(parameters, facts), 0);
}

Result<ErrorRecursion> recursion(const StepSchedule& schedule, const RiskFacts& facts) {
  return gradient_descent_recursion(schedule_steps(schedule), schedule.front().step_size,
                                    facts.strong_convexity, facts.smoothness);
}

constexpr AcceleratedMethod kGradientDescent{
    .start = gradient_descent, .schedule = schedule, .recursion = recursion};
constexpr AcceleratedMethod kDividedGradientDescent{.start = gradient_descent,
                                                    .default_division = Division::exact_subsampled,
                                                    .selects_horizon = true,
                                                    .schedule = schedule,
                                                    .recursion = recursion};

AlgorithmEntry dp_gd() {
  AlgorithmEntry entry = accelerated_entry();
  entry.id = "dp-gd";
  entry.title = "DP-GD";
  entry.theorem = "section 5; Balle, Barthe, Gaboardi, Thm 9 for mini-batches";
  entry.summary =
      "Gradient descent on noisy gradients, stochastic when the batch is smaller than the data. "
      "The baseline that the accelerated methods are measured against.";
  entry.guarantee = "The whole path is private; by default every step pays budget / T.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "sensitivity", "division", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kGradientDescent); };
  return entry;
}

AlgorithmEntry dp_gd_opt() {
  AlgorithmEntry entry = accelerated_entry();
  entry.id = "dp-gd-opt";
  entry.title = "DP-GD-opt";
  entry.theorem = "derived from Prop. 3.4 with P = 0, and Prop. 4.2";
  entry.summary =
      "Gradient descent that spends more of its budget on later steps, whose noise the bound "
      "forgives least, and stops when more steps would only add noise.";
  entry.guarantee = "The whole path is private; step t pays its share of the divided budget.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "sensitivity", "division", "horizon",
       "includeSamplingNoise", "start"},
      "exact-subsampled");
  entry.plan = [](const PlanInput& input) {
    return plan_accelerated(input, kDividedGradientDescent);
  };
  return entry;
}

AlgorithmEntry gd() {
  AlgorithmEntry entry = baseline_entry();
  entry.id = "gd";
  entry.title = "Gradient descent (not private)";
  entry.paper = "Cauchy 1847";
  entry.theorem = "linear rate 1 - mu alpha for strongly convex, smooth objectives";
  entry.summary = "Exact gradient descent: what DP-GD would do without noise.";
  entry.parameters =
      accelerated_parameter_specs({"iterations", "batchSize", "stepScale", "stepSize", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kGradientDescent); };
  return entry;
}

}  // namespace

Run gradient_descent(GradientOracle& data, const AcceleratedPlan& plan, Vector x) {
  for (const Step step : plan.steps()) {
    const Vector& gradient = co_await data.gradient(x, step.release);
    x -= step.size * gradient;
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> gradient_descent_entries() {
  return {dp_gd(), dp_gd_opt(), gd()};
}

}  // namespace noisy
