#include "engine/algorithm/accelerated/nesterov.h"

#include "engine/algorithm/accelerated/entry_defaults.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/privacy/form/gradient.h"

namespace noisy {
namespace {

Result<StepSchedule> schedule(const AcceleratedParameters& parameters, const RiskFacts& facts) {
  const double step_size = resolved_step_size(parameters, facts);
  if (const auto checked = check_nesterov_step(step_size, facts.smoothness); !checked) {
    return std::unexpected(checked.error());
  }
  return single_stage(parameters.iterations, step_size,
                      nesterov_momentum(step_size, facts.strong_convexity));
}

Result<ErrorRecursion> recursion(const StepSchedule& schedule, const RiskFacts& facts) {
  return nesterov_recursion(schedule, facts.strong_convexity, facts.smoothness);
}

constexpr AcceleratedMethod kNesterov{
    .start = nesterov, .looks_ahead = true, .schedule = schedule, .recursion = recursion};
constexpr AcceleratedMethod kDividedNesterov{.start = nesterov,
                                             .default_division = Division::exact_subsampled,
                                             .selects_horizon = true,
                                             .looks_ahead = true,
                                             .schedule = schedule,
                                             .recursion = recursion};

AlgorithmEntry dp_nag() {
  AlgorithmEntry entry = accelerated_entry(GradientsAt::ahead);
  entry.id = "dp-nag";
  entry.title = "DP-NAG";
  entry.theorem = "eq. 27, Thm 4.1 (corrected: factor 2 on the initial gap)";
  entry.summary =
      "Nesterov's accelerated gradient on noisy gradients. It needs about the square root of the "
      "steps that descent needs, and with a uniform budget gets worse again when it runs on.";
  entry.guarantee = "The whole path is private; by default every step pays budget / T.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "sensitivity", "division", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kNesterov); };
  return entry;
}

AlgorithmEntry dp_nag_opt() {
  AlgorithmEntry entry = accelerated_entry(GradientsAt::ahead);
  entry.id = "dp-nag-opt";
  entry.title = "DP-NAG-opt";
  entry.theorem = "Prop. 4.2, Remark 4.1, Remark 4.2";
  entry.summary =
      "Nesterov's method that divides its budget: early noise is forgotten, so later steps get "
      "more of the budget, and the number of steps is chosen to minimize the bound.";
  entry.guarantee = "The whole path is private; step t pays its share of the divided budget.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "sensitivity", "division", "horizon",
       "includeSamplingNoise", "start"},
      "exact-subsampled");
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kDividedNesterov); };
  return entry;
}

AlgorithmEntry nag() {
  AlgorithmEntry entry = baseline_entry();
  entry.id = "nag";
  entry.title = "Nesterov (not private)";
  entry.paper = "Nesterov 1983";
  entry.theorem = "rate 1 - sqrt(mu alpha) for strongly convex, smooth objectives";
  entry.summary = "Nesterov's exact accelerated gradient: what DP-NAG would do without noise.";
  entry.parameters =
      accelerated_parameter_specs({"iterations", "batchSize", "stepScale", "stepSize", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kNesterov); };
  return entry;
}

}  // namespace

Run nesterov(GradientOracle& data, const AcceleratedPlan& plan, Vector x) {
  Vector previous = x;
  Vector ahead(x.size());
  for (const Step step : plan.steps()) {
    if (step.restarts) previous = x;
    ahead = x + step.momentum * (x - previous);
    const Vector& gradient = co_await data.ask(gradient_at(ahead, step.release));
    previous.swap(x);
    x = ahead - step.size * gradient;
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> nesterov_entries() {
  return {dp_nag(), dp_nag_opt(), nag()};
}

}  // namespace noisy
