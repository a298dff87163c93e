#include "engine/algorithm/accelerated/accelerated_planner.h"

#include "engine/algorithm/accelerated/default_length.h"
#include "engine/algorithm/accelerated/plan_report.h"
#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/algorithm/accelerated/theory/sampling_noise.h"
#include "engine/algorithm/frame/record_move.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

Result<void> check_facts(const RiskFacts& facts, bool needs_strong_convexity) {
  if (facts.samples < 2) return fail(ErrorCode::empty_data, "data", "need at least two records");
  // Without strong convexity only the smoothness is left to check.
  const bool has_any = needs_strong_convexity || facts.strong_convexity != 0;
  return check_constants(has_any ? facts.strong_convexity : facts.smoothness, facts.smoothness);
}

/// Noise term of the bound when the budget is divided optimally: coefficient (sum a^p)^(1/p).
///
/// Laplace under epsilon: d (S_1 / (n epsilon))^2, p = 1/3 (Kuru et al., Prop. 4.2).
/// Under rho, p = 1/2: Laplace d S_1^2 / (2 n^2 rho), Gaussian d D^2 / (4 n^2 rho) with D of
/// record_move (derived).
void set_noise_term(const PlanInput& input, const ReleaseRule& rule, HorizonParameters& out) {
  const RiskFacts& facts = input.facts;
  const double n = static_cast<double>(facts.samples);
  const double d = static_cast<double>(facts.dimension);
  if (rule.cap().unit == CostUnit::epsilon) {
    out.noise_coefficient =
        noise_coefficient(facts.dimension, facts.l1_sensitivity, facts.samples, rule.requested());
    return;
  }
  const bool laplace = noise_of(rule.mechanism()).norm == RowNorm::l1;
  const double moved =
      laplace ? facts.l1_sensitivity : record_move(facts, input.privacy.neighbours);
  const double ratio = moved / n;
  out.weight_power = 0.5;
  out.noise_coefficient = d * ratio * ratio / ((laplace ? 2 : 4) * rule.requested());
}

Result<HorizonParameters> horizon_parameters(const PlanInput& input,
                                             const AcceleratedParameters& parameters,
                                             Index batch_size) {
  const RiskFacts& facts = input.facts;
  HorizonParameters out{.mode = *parameters.horizon, .initial_gap_guess = facts.initial_gap};
  if (parameters.include_sampling_noise) {
    const auto trace = sampling_noise_bound(facts.l1_sensitivity, batch_size, facts.samples);
    if (!trace) return std::unexpected(trace.error());
    out.sampling_noise_trace = *trace;
  }
  const std::vector<WeightSegment> one_step = {{.count = 1}};
  const auto rule =
      ReleaseRule::create(facts, input.privacy, Division::uniform, parameters.sensitivity,
                          batch_size, one_step, input.work.get());
  if (!rule) return std::unexpected(rule.error());
  if (rule->cap().unit == CostUnit::renyi) {
    return fail(ErrorCode::unsupported_option, "batchSize",
                "the number of steps is chosen for a budget in epsilon or rho: with Gaussian noise "
                "use all records (batchSize = n), or a method with a given number of iterations");
  }
  set_noise_term(input, *rule, out);
  return out;
}

struct Horizon {
  StepSchedule schedule;
  Curve score;
  bool is_single_step = false;  ///< alpha mu = 1: one step is optimal, and more cannot be divided
};

Result<Horizon> choose_horizon(const PlanInput& input, const AcceleratedParameters& parameters,
                               Index batch_size, StepSchedule schedule,
                               const ErrorRecursion& recursion) {
  const auto choice_parameters = horizon_parameters(input, parameters, batch_size);
  if (!choice_parameters) return std::unexpected(choice_parameters.error());
  const auto choice = select_horizon(recursion, *choice_parameters);
  if (!choice) return std::unexpected(choice.error());
  input.work->add(choice->evaluations);
  Horizon out{.schedule = truncated(schedule, choice->horizon),
              .score = {},
              .is_single_step = choice->single_step};
  out.score = score_curve(recursion, *choice_parameters);
  input.work->add(static_cast<double>(out.score.value.size()));
  return out;
}

}  // namespace

Result<StepSchedule> single_stage(Index iterations, double step_size, double momentum) {
  return StepSchedule{{.count = iterations, .step_size = step_size, .momentum = momentum}};
}

Result<AcceleratedParts> plan_parts(const PlanInput& input, const AcceleratedMethod& method) {
  const RiskFacts& facts = input.facts;
  if (const auto checked = check_facts(facts, method.needs_strong_convexity); !checked) {
    return std::unexpected(checked.error());
  }
  auto parameters = read_accelerated_parameters(input.parameters, facts, method.default_division,
                                                method.default_horizon);
  if (!parameters) return std::unexpected(parameters.error());
  choose_length(input, method, *parameters);
  auto schedule = method.schedule(*parameters, facts);
  if (!schedule) return std::unexpected(schedule.error());

  const auto recursion = method.recursion(*schedule, facts);
  const bool selects_horizon = method.selects_horizon && parameters->horizon;
  const bool needs_weights = parameters->division != Division::uniform || selects_horizon;
  if (!recursion && needs_weights) return std::unexpected(recursion.error());

  const Index batch_size = parameters->batch_size.value_or(facts.samples);
  Horizon horizon{.schedule = *std::move(schedule), .score = {}};
  if (selects_horizon && input.privacy.notion != Notion::none) {
    auto chosen =
        choose_horizon(input, *parameters, batch_size, std::move(horizon.schedule), *recursion);
    if (!chosen) return std::unexpected(chosen.error());
    horizon = *std::move(chosen);
  }
  const bool divides_all = method.selects_horizon && parameters->division != Division::uniform;
  if (divides_all && recursion->reaches_minimum()) {
    // Every weight before the last step is 0, which would ask for infinite noise there.
    horizon.schedule = truncated(horizon.schedule, 1);
    horizon.is_single_step = true;
  }
  const Index steps = schedule_steps(horizon.schedule);

  std::vector<WeightSegment> weights = {{.count = steps}};
  if (parameters->division != Division::uniform) {
    auto bound_weights = noise_weights(*recursion, steps);
    if (!bound_weights) return std::unexpected(bound_weights.error());
    weights = *std::move(bound_weights);
  }
  auto rule = ReleaseRule::create(facts, input.privacy, parameters->division,
                                  parameters->sensitivity, batch_size, weights, input.work.get());
  if (!rule) return std::unexpected(rule.error());

  PlanSummary summary = report_plan(input, *parameters, horizon.schedule, *rule,
                                    recursion ? &*recursion : nullptr, method.has_bound);
  summary.horizon_score = std::move(horizon.score);
  if (!method.has_bound && !summary.horizon_score.value.empty()) {
    summary.score_is_guess = true;
    summary.warnings.push_back(
        "The score that chose the number of steps is a guess: its rate is exact on quadratics, and "
        "no theorem bounds the error elsewhere.");
  }
  if (horizon.is_single_step) {
    summary.warnings.push_back(
        "With this step size a single step reaches the minimum, so the whole budget goes into one "
        "step.");
  }
  return AcceleratedParts{.schedule = std::move(horizon.schedule),
                          .rule = *std::move(rule),
                          .summary = std::move(summary)};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_accelerated(const PlanInput& input,
                                                        const AcceleratedMethod& method) {
  auto parts = plan_parts(input, method);
  if (!parts) return std::unexpected(parts.error());
  return std::make_unique<AcceleratedPlan>(method.start, std::move(parts->schedule),
                                           std::move(parts->rule), std::move(parts->summary));
}

}  // namespace noisy
