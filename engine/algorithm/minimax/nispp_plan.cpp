#include <cmath>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/minimax/descent_ascent_plan.h"
#include "engine/algorithm/minimax/nispp.h"
#include "engine/math/elementary.h"
#include "engine/privacy/form/drawn_solution.h"

namespace noisy {
namespace {

constexpr double kToleranceRatio = 0.01;
/// Above the rounding of Renyi divergences.
constexpr double kMargin = 1 + 1e-9;

/// What a request comes to, before lambda.
struct Outline {
  Index steps = 0;       ///< T
  Index batch_size = 1;  ///< m
  double ratio = 0;      ///< rho
  std::optional<SampledRule> account;

  /// s, of a noisy operator; 0 without privacy.
  double operator_noise() const { return account ? account->release().noise_scale : 0; }
};

Result<Outline> outline_of(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  const double root = std::ceil(std::sqrt(static_cast<double>(facts.samples)));
  Outline out{.steps = whole(input.parameters, "iterations").value_or(facts.samples),
              .batch_size = whole(input.parameters, "batchSize").value_or(static_cast<Index>(root)),
              .ratio = input.parameters.number("toleranceRatio").value_or(kToleranceRatio),
              .account = {}};
  if (out.batch_size >= facts.samples) {
    return fail(ErrorCode::invalid_value, "batchSize",
                "batch size must be below n = " + std::to_string(facts.samples) +
                    " (sampling without replacement)");
  }
  if (!facts.is_convex) {
    return fail(ErrorCode::needs_convexity, "problem",
                "how far a record moves a saddle point is known for convex-concave losses only");
  }
  if (input.privacy.notion == Notion::none) return out;
  auto account = SampledRule::create(facts, input.privacy, gradient_form(), out.batch_size,
                                     out.steps, input.work.get());
  if (!account) return std::unexpected(std::move(account.error()));
  out.account = *std::move(account);
  return out;
}

/// lambda, stated or 1 / eta of DP-SGDA.
Result<double> weight_of(const PlanInput& input, const Outline& outline) {
  if (const auto given = input.parameters.number("regularization")) return *given;
  const double weight =
      1 / descent_ascent_step(input.facts, outline.steps, outline.operator_noise());
  if (weight > 0 && std::isfinite(weight)) return weight;
  return fail(ErrorCode::invalid_value, "regularization",
              "no weight follows where nothing bounds the domains: state one");
}

SolutionStep step_of(const PlanInput& input, const Outline& outline, double weight) {
  const double records = static_cast<double>(outline.batch_size);
  const double distance = outline.ratio * input.facts.saddle->lipschitz / (weight * records);
  SolutionStep step{.part = SolutionPart::saddle,
                    .solver = solvers().find("extragradient"),
                    .primal_weight = weight,
                    .dual_weight = weight,
                    .distance = distance * std::sqrt(weight)};
  step.release = {.form = drawn_solution_form(),
                  .batch_size = outline.batch_size,
                  .details = {weight, weight, step.distance}};
  if (!outline.account) return step;
  const double sensitivity = input.facts.l2_sensitivity;
  step.release.mechanism = Mechanism::gaussian;
  step.release.noise_scale = outline.operator_noise() * records / sensitivity * kMargin *
                             drawn_solution_move(sensitivity, records, weight, distance);
  step.release.cost = outline.account->release().cost;
  return step;
}

/// Of one solution, up to a constant; its certificate takes 2 m.
double expected_gradients(const PlanInput& input, const Outline& outline,
                          const SolutionStep& step) {
  const double condition = input.facts.saddle->smoothness.joint / step.primal_weight;
  const double records = static_cast<double>(outline.batch_size);
  return 2 * records + step.solver->cost({.components = records,
                                          .primal_condition = condition,
                                          .dual_condition = condition,
                                          .condition = condition,
                                          .digits = math::log(records / outline.ratio)});
}

PlanSummary report(const PlanInput& input, const Outline& outline, const SolutionStep& step,
                   const DrawnSolutionRule& rule) {
  const Release& release = step.release;
  PlanSummary summary;
  summary.iterations = outline.steps;
  const double records = static_cast<double>(outline.batch_size);
  summary.gradient_evaluations =
      static_cast<double>(outline.steps) * expected_gradients(input, outline, step);
  summary.claim =
      privacy_claim(input, rule,
                    {.published = "all " + std::to_string(outline.steps) +
                                  " noisy saddle points of batches, and every iterate made from "
                                  "them,",
                     .noised = "with Gaussian noise on each coordinate of the solution for " +
                               std::to_string(outline.batch_size) +
                               " records, drawn without replacement in every step"});
  summary.segments = {{.first = 1,
                       .count = outline.steps,
                       .step_size = 1 / step.primal_weight,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(outline.steps));
  summary.parameters.set("batchSize", records);
  summary.parameters.set("regularization", step.primal_weight);
  summary.parameters.set("toleranceRatio", outline.ratio);
  if (!outline.account) return summary;
  const double last = static_cast<double>(outline.steps);
  summary.noise_scale = {.iteration = {1, last},
                         .value = {release.noise_scale, release.noise_scale}};
  summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
  return summary;
}

SolutionSpace space_of(const PlanInput& input) {
  const SaddleBounds& saddle = *input.facts.saddle;
  return {.primal_dimension = saddle.primal_dimension,
          .dual_dimension = saddle.dual_dimension,
          .primal_domain = input.domain.factors.front().domain,
          .dual_domain = input.domain.factors.back().domain};
}

}  // namespace

std::vector<ParameterSpec> nispp_specs() {
  return {
      iterations_spec(
          {.default_rule = "n", .description = "T, the noisy solutions.", .source = "2.9, B5"}),
      batch_size_spec({.default_rule = "sqrt(n), rounded up",
                       .description = "m, the records of one solution, drawn without replacement.",
                       .source = "2.9, B5"}),
      {.name = "regularization",
       .title = "Regularization",
       .type = ParameterType::number,
       .minimum = 0,
       .maximum = 1e9,
       .exclusive_minimum = true,
       .default_rule = "sqrt(T (L^2 + d s^2)) / D, 1 / step size of dp-sgda",
       .description = "lambda, which holds every solution near the point before.",
       .source = "2.9, B5"},
      {.name = "toleranceRatio",
       .title = "Tolerance",
       .type = ParameterType::number,
       .minimum = 0,
       .maximum = 1,
       .exclusive_minimum = true,
       .default_rule = "0.01",
       .description = "How far a certified solution may be from the exact one, over half of "
                      "what one record can move that by.",
       .source = "2.9, B5"},
      start_spec({.default_rule = "the point of the domains that is closest to 0",
                  .description = "w_0, chosen without looking at the data: one number for "
                                 "every coordinate, or a vector.",
                  .source = ""})};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_nispp(const PlanInput& input) {
  auto outline = outline_of(input);
  if (!outline) return std::unexpected(std::move(outline.error()));
  const auto weight = weight_of(input, *outline);
  if (!weight) return std::unexpected(weight.error());
  const SolutionStep step = step_of(input, *outline, *weight);
  const DrawnSolutionRule rule(step.release, outline->steps, outline->account);
  PlanSummary summary = report(input, *outline, step, rule);
  return std::make_unique<NisppPlan>(space_of(input), step, input.domain, rule, std::move(summary));
}

}  // namespace noisy
