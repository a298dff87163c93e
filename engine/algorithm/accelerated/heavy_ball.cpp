#include "engine/algorithm/accelerated/heavy_ball.h"

#include "engine/algorithm/accelerated/entry_defaults.h"
#include "engine/algorithm/accelerated/theory/quadratic_modes.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/privacy/form/gradient.h"

namespace noisy {
namespace {

StepAndMomentum step_and_momentum(const AcceleratedParameters& parameters, const RiskFacts& facts) {
  const double step_size = resolved_step_size(parameters, facts);
  if (parameters.momentum) return {step_size, *parameters.momentum};
  switch (parameters.momentum_rule) {
    case MomentumRule::critical:
      return {step_size, critical_momentum(step_size, facts.strong_convexity)};
    case MomentumRule::polyak:
      return polyak_choice(facts.strong_convexity, facts.smoothness);
    case MomentumRule::nesterov:
      break;
  }
  return {step_size, nesterov_momentum(step_size, facts.strong_convexity)};
}

Result<StepSchedule> schedule(const AcceleratedParameters& parameters, const RiskFacts& facts) {
  const StepAndMomentum chosen = step_and_momentum(parameters, facts);
  if (const auto checked = check_heavy_ball(chosen.step_size, chosen.momentum); !checked) {
    return std::unexpected(checked.error());
  }
  return single_stage(parameters.iterations, chosen.step_size, chosen.momentum);
}

// The spectral rate is exact on quadratics. Elsewhere it makes the division a good guess; privacy
// holds whatever the weights are.
Result<ErrorRecursion> recursion(const StepSchedule& schedule, const RiskFacts& facts) {
  const Stage& stage = schedule.front();
  const double rate = quadratic_rate({.method = QuadraticMethod::heavy_ball,
                                      .step_size = stage.step_size,
                                      .momentum = stage.momentum},
                                     facts.strong_convexity, facts.smoothness);
  return heavy_ball_recursion(schedule_steps(schedule), stage.step_size, facts.smoothness, rate);
}

constexpr AcceleratedMethod kHeavyBall{.start = heavy_ball,
                                       .has_bound = false,
                                       .takes_momentum = true,
                                       .schedule = schedule,
                                       .recursion = recursion};
constexpr AcceleratedMethod kDividedHeavyBall{.start = heavy_ball,
                                              .default_division = Division::exact_subsampled,
                                              .selects_horizon = true,
                                              .has_bound = false,
                                              .takes_momentum = true,
                                              .schedule = schedule,
                                              .recursion = recursion};

AlgorithmEntry dp_hb() {
  AlgorithmEntry entry = accelerated_entry();
  entry.id = "dp-hb";
  entry.title = "DP-HB";
  entry.theorem = "eq. 9, Prop. 3.1, Prop. 3.4, Thm 3.5";
  entry.summary =
      "Polyak's heavy ball on noisy gradients: each step remembers the last one. Faster than "
      "descent, but the remembered steps carry their noise along.";
  entry.guarantee = "The whole path is private; by default every step pays budget / T.";
  entry.parameters =
      accelerated_parameter_specs({"iterations", "batchSize", "stepScale", "stepSize", "momentum",
                                   "sensitivity", "division", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kHeavyBall); };
  return entry;
}

AlgorithmEntry dp_hb_opt() {
  AlgorithmEntry entry = accelerated_entry();
  entry.id = "dp-hb-opt";
  entry.title = "DP-HB-opt";
  entry.theorem = "derived from eq. 23 and Prop. 4.2";
  entry.summary =
      "The heavy ball with a divided budget: later steps get more of it, and the number of steps "
      "is chosen by a score that is a guess, with a rate that is exact on quadratics only.";
  entry.guarantee = "The whole path is private; step t pays its share of the divided budget.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "momentum", "sensitivity", "division",
       "horizon", "includeSamplingNoise", "start"},
      "exact-subsampled");
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kDividedHeavyBall); };
  return entry;
}

AlgorithmEntry heavy_ball_baseline() {
  AlgorithmEntry entry = baseline_entry();
  entry.id = "heavy-ball";
  entry.title = "Heavy ball (not private)";
  entry.paper = "Polyak 1964";
  entry.theorem = "rate (sqrt(kappa) - 1) / (sqrt(kappa) + 1) on quadratics with Polyak's choice";
  entry.summary = "The exact heavy ball: what DP-HB would do without noise.";
  entry.parameters = accelerated_parameter_specs(
      {"iterations", "batchSize", "stepScale", "stepSize", "momentum", "start"});
  entry.plan = [](const PlanInput& input) { return plan_accelerated(input, kHeavyBall); };
  return entry;
}

}  // namespace

Run heavy_ball(GradientOracle& data, const AcceleratedPlan& plan, Vector x) {
  Vector previous = x;
  Vector next(x.size());
  for (const Step step : plan.steps()) {
    const Vector& gradient = co_await data.ask(gradient_at(x, step.release));
    next = x + step.momentum * (x - previous) - step.size * gradient;
    previous.swap(x);
    x.swap(next);
    co_yield Iterate{x};
  }
}

std::vector<AlgorithmEntry> heavy_ball_entries() {
  return {dp_hb(), dp_hb_opt(), heavy_ball_baseline()};
}

}  // namespace noisy
