#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/blocks_rule.h"
#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/start_point.h"
#include "engine/algorithm/minimax/phased_sgd.h"
#include "engine/algorithm/minimax/solution_budget.h"
#include "engine/algorithm/minimax/solution_specs.h"
#include "engine/algorithm/minimax/theory/phase_blocks.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/form/pass_mean.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();
/// eta_i / eta_{i-1}.
constexpr double kStepDecay = 0.25;

Result<void> check_loss(const RiskFacts& facts) {
  if (!facts.is_convex) {
    return fail(ErrorCode::needs_convexity, "problem.loss",
                "how far a record moves a pass is known for convex losses only: use dp-sgd");
  }
  if (!std::isfinite(facts.smoothness_bound)) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "phased SGD needs a smooth loss and bounded rows: clip the rows, or use dp-sgd");
  }
  if (!std::isfinite(facts.l2_sensitivity)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem.domain",
                "nothing bounds one record's gradient: bound the domain, the rows or the "
                "gradients");
  }
  if (!facts.has_parts) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "phases need records that can be taken apart, which those of this problem cannot");
  }
  return {};
}

Result<void> check_terms(const PlanInput& input) {
  if (!input.domain.has_projection()) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "phased SGD needs a domain with a projection");
  }
  if (!input.regularizer.is_smooth()) {
    return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
                "phased SGD takes gradients: use \"l2\" or none");
  }
  return {};
}

Result<void> check_privacy(const PrivacyRequest& privacy) {
  if (privacy.notion == Notion::none) return {};
  if (privacy.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "nothing bounds what rounding does to a whole pass: use \"floating\" releases");
  }
  if (privacy.calibration != Calibration::tight && privacy.calibration != Calibration::zcdp) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "phased SGD is calibrated as \"tight\" or \"zcdp\"");
  }
  return {};
}

double longest_step(const PlanInput& input) {
  return longest_pass_step(input.facts.smoothness_bound, input.regularizer.smoothness());
}

/// epsilon / sqrt(ln(1/delta)), or what stands for it.
double budget_factor(const PrivacyRequest& privacy) {
  if (privacy.notion == Notion::none) return kEverywhere;
  if (privacy.notion == Notion::zcdp) return 2 * std::sqrt(privacy.rho);
  return privacy.epsilon / std::sqrt(-math::log(privacy.delta));
}

Result<double> natural_step(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  const auto start = start_point(input.parameters, input.domain, facts.dimension);
  if (!start) return std::unexpected(start.error());
  const double distance =
      input.parameters.number("domainRadius").value_or(reach_from(input, *start));
  const double longest = facts.bounds_within(kEverywhere).record_gradient;
  const double factor =
      std::min(4 / std::sqrt(static_cast<double>(facts.samples)),
               budget_factor(input.privacy) / std::sqrt(static_cast<double>(facts.dimension)));
  const double step = std::min(distance / longest * factor, longest_step(input));
  if (step > 0 && std::isfinite(step)) return step;
  return fail(ErrorCode::invalid_value, "stepSize",
              "no step size follows from these bounds: state one");
}

/// eta. (Passes take eta / 4 and less, which would leave room up to 8 / (L + mu).)
Result<double> step_size(const PlanInput& input) {
  const auto given = input.parameters.number("stepSize");
  if (!given) return natural_step(input);
  const double longest = longest_step(input);
  if (*given <= longest) return *given;
  return fail(ErrorCode::unstable_step, "stepSize",
              "phased SGD needs eta <= 2/smoothness: state at most " + figure_text(longest) +
                  ", or leave it out");
}

Release release_of(const PlanInput& input, const RecordBlock& block, double step,
                   double multiplier) {
  Release out{.form = pass_mean_form(),
              .batch_size = block.count,
              .cost = {.unit = CostUnit::rho, .value = 0, .neighbours = input.privacy.neighbours},
              .details = {step, input.regularizer.smoothness()},
              .block = block};
  if (input.privacy.notion == Notion::none) return out;
  const double sensitivity = step * input.facts.l2_sensitivity;
  out.mechanism = Mechanism::gaussian;
  out.noise_scale = multiplier * sensitivity;
  out.cost.value = rho_of_gaussian(sensitivity, out.noise_scale);
  return out;
}

Result<std::vector<PassStep>> steps_of(const PlanInput& input, double eta) {
  const auto blocks = phase_blocks(input.facts.samples, PhaseSchedule::geometric);
  if (!blocks) return std::unexpected(blocks.error());
  const auto multiplier = solution_noise_multiplier(solution_budget(input.privacy, false), 1);
  if (!multiplier) return std::unexpected(multiplier.error());
  std::vector<PassStep> out;
  double step = eta;
  for (const RecordBlock& block : *blocks) {
    step *= kStepDecay;
    out.push_back({.release = release_of(input, block, step, *multiplier), .step_size = step});
  }
  return out;
}

Result<std::shared_ptr<const ScheduledRule>> rule_of(const PlanInput& input,
                                                     const std::vector<PassStep>& steps) {
  std::vector<BlockSchedule> blocks;
  for (const PassStep& step : steps) {
    blocks.push_back({.block = step.release.block,
                      .rule = solution_rule({step.release}, solution_worth(input.privacy),
                                            input.privacy.epsilon)});
  }
  auto rule = BlocksRule::create(input.facts.samples, std::move(blocks));
  if (!rule) return std::unexpected(std::move(rule.error()));
  return std::make_shared<BlocksRule>(*std::move(rule));
}

PlanSummary report(const PlanInput& input, double eta, const std::vector<PassStep>& steps,
                   const BudgetRule& rule) {
  PlanSummary summary;
  summary.iterations = static_cast<Index>(steps.size());
  summary.claim =
      privacy_claim(input, rule,
                    {.published = "the noisy mean points of passes over " +
                                  std::to_string(steps.size()) + " disjoint blocks of records",
                     .noised = "with Gaussian noise on each number"});
  summary.parameters = input.parameters;
  summary.parameters.set("stepSize", eta);
  Index number = 0;
  for (const PassStep& step : steps) {
    ++number;
    summary.gradient_evaluations += static_cast<double>(step.release.block.count);
    summary.segments.push_back({.first = number,
                                .count = 1,
                                .step_size = step.step_size,
                                .first_release = step.release,
                                .last_release = step.release});
    if (input.privacy.notion == Notion::none) continue;
    summary.noise_scale.iteration.push_back(static_cast<double>(number));
    summary.noise_scale.value.push_back(step.release.noise_scale);
    summary.cost.iteration.push_back(static_cast<double>(number));
    summary.cost.value.push_back(step.release.cost.value);
  }
  return summary;
}

}  // namespace

std::vector<ParameterSpec> phased_sgd_specs() {
  ParameterSpec distance = distance_spec();
  distance.description =
      "D: how far the solution may be from the start, for the choice of the step size. A public "
      "guess; privacy does not depend on it.";
  return {step_size_spec({.default_rule = "(D/L) min(4/sqrt(n), epsilon/sqrt(d ln(1/delta))), at "
                                          "most 2/smoothness",
                          .description = "eta; phase i takes steps eta / 4^i.",
                          .source = "2.9, B2"}),
          distance,
          start_spec({.default_rule = "0, moved into the domain",
                      .description = "x_0, where the first pass starts.",
                      .source = ""})};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_phased_sgd(const PlanInput& input) {
  for (const auto& checked :
       {check_loss(input.facts), check_terms(input), check_privacy(input.privacy)}) {
    if (!checked) return std::unexpected(checked.error());
  }
  const auto eta = step_size(input);
  if (!eta) return std::unexpected(eta.error());
  auto steps = steps_of(input, *eta);
  if (!steps) return std::unexpected(std::move(steps.error()));
  auto rule = rule_of(input, *steps);
  if (!rule) return std::unexpected(std::move(rule.error()));
  PlanSummary summary = report(input, *eta, *steps, **rule);
  return std::make_unique<PhasedSgdPlan>(*std::move(steps), *std::move(rule), input,
                                         std::move(summary));
}

}  // namespace noisy
