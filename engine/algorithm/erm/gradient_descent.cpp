#include "engine/algorithm/erm/gradient_descent.h"

#include "engine/algorithm/accelerated/entry_defaults.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/privacy/form/gradient.h"

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
    .needs_strong_convexity = false, .schedule = schedule, .recursion = recursion};
constexpr AcceleratedMethod kDividedGradientDescent{.start = gradient_descent,
                                                    .default_division = Division::exact_subsampled,
                                                    .selects_horizon = true,
                                                    .default_horizon = std::nullopt,
                                                    .schedule = schedule,
                                                    .recursion = recursion};

Result<std::unique_ptr<AlgorithmPlan>> plan_dp_gd(const PlanInput& input) {
  if (input.parameters.text("publishes") != kLastAlone)
    return plan_descent(input, kGradientDescent);
  const auto planner = optional_planners().last_iterate;
  if (planner) return planner(input);
  return fail(ErrorCode::unsupported_option, "publishes", "use the whole engine");
}

AlgorithmEntry dp_gd() {
  AlgorithmEntry entry = accelerated_entry();
  entry.id = "dp-gd";
  entry.title = "DP-GD";
  entry.theorem =
      "section 5; Balle, Barthe, Gaboardi, Thm 9 for mini-batches; Wang, Ye and Xu, Algorithm 4, "
      "Theorems 6.1 to 6.3; Bok, Su and Altschuler for the last iterate alone";
  entry.summary =
      "Gradient descent on noisy gradients, stochastic when the batch is smaller than the data. "
      "The baseline that the accelerated methods are measured against; it also serves losses that "
      "are not convex, domains, and regularizers with a proximal map.";
  entry.term_use = TermUse::proximal;
  entry.needs = {"smoothness", "bounded gradient sensitivity"};
  entry.guarantee =
      "The whole path is private, and by default every step pays budget / T; or the last iterate "
      "alone is, and nothing else is shown.";
  entry.parameters = descent_parameter_specs();
  entry.plan = plan_dp_gd;
  return entry;
}

AlgorithmEntry dp_gd_opt() {
  AlgorithmEntry entry = accelerated_entry();
  entry.id = "dp-gd-opt";
  entry.title = "DP-GD-opt";
  entry.theorem = "derived from Prop. 3.4 with P = 0, and Prop. 4.2";
  entry.summary =
      "Gradient descent that spends more of its budget on later steps, whose noise the bound "
      "forgives least. It runs all its steps unless told to select a horizon.";
  entry.guarantee = "The whole path is private; step t pays its share of the divided budget.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "sensitivity", "division", "horizon",
       "includeSamplingNoise", "start"},
      "exact-subsampled", "all");
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
  entry.term_use = TermUse::proximal;
  entry.needs = {"smoothness"};
  entry.summary = "Exact gradient descent: what DP-GD would do without noise.";
  entry.parameters =
      accelerated_parameter_specs({"iterations", "batchSize", "stepScale", "stepSize", "start"});
  entry.plan = [](const PlanInput& input) { return plan_descent(input, kGradientDescent); };
  return entry;
}

}  // namespace

Run gradient_descent(GradientOracle& data, const AcceleratedPlan& plan, Vector x) {
  for (const Step step : plan.steps()) {
    const Vector& gradient = co_await data.ask(gradient_at(x, step.release));
    x -= step.size * gradient;
    co_yield Iterate{x};
  }
}

Run proximal_gradient_descent(GradientOracle& data, const DescentPlan& plan, Vector x) {
  const Index length = plan.draw_length(data);
  const bool averages = plan.output() == DescentOutput::average;
  plan.prox(0, x);  // into the domain
  Vector average = averages ? Vector(Vector::Zero(x.size())) : Vector();
  Index t = 0;
  for (const Step step : plan.steps()) {
    if (t == length) co_return;
    const Vector& gradient = co_await data.ask(gradient_at(x, step.release));
    x -= step.size * gradient;
    plan.prox(step.size, x);
    ++t;
    if (averages) average += (x - average) / static_cast<double>(t);
    co_yield Iterate{averages ? average : x};
  }
}

std::vector<AlgorithmEntry> gradient_descent_entries() {
  return {dp_gd(), dp_gd_opt(), gd()};
}

}  // namespace noisy
