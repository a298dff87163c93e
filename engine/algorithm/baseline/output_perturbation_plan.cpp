#include "engine/algorithm/baseline/output_perturbation_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/algorithm/accelerated/accelerated_parameters.h"
#include "engine/algorithm/baseline/output_perturbation.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/math/elementary.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/release/descent_sensitivity.h"

namespace noisy {
namespace {

Result<void> check_problem(const PlanInput& input) {
  if (!input.facts.is_convex) {
    return fail(ErrorCode::needs_convexity, "problem.loss",
                "the sensitivity of exact descent is known for convex losses only: use dp-gd, "
                "which releases every gradient");
  }
  if (input.privacy.release == ReleaseKind::hardened && input.privacy.notion != Notion::none) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "nothing bounds what rounding does to a whole descent: use \"floating\" releases");
  }
  return {};
}

/// The regularizer's gradient is taken where it has one, as dp-gd does.
Result<OutputPerturbationSetting> resolve(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  const auto parameters = read_accelerated_parameters(input.parameters, facts);
  if (!parameters) return std::unexpected(parameters.error());
  const bool is_smooth = input.regularizer.is_smooth();
  OutputPerturbationSetting setting{.steps = parameters->iterations,
                                    .step_size = resolved_step_size(*parameters, facts),
                                    .smooth_part = is_smooth ? input.regularizer : Regularizer{},
                                    .term = {}};
  auto term = ProximalTerm::create(is_smooth ? Regularizer{} : input.regularizer, input.domain,
                                   facts.dimension);
  if (!term) return std::unexpected(term.error());
  setting.term = *std::move(term);
  const double mu = input.regularizer.strong_convexity();
  setting.sensitivity =
      descent_sensitivity({.step_size = setting.step_size,
                           .smoothness = facts.smoothness_bound,
                           .strong_convexity = mu,
                           .steps = setting.steps},
                          facts.l2_sensitivity / static_cast<double>(facts.samples));
  if (input.privacy.notion != Notion::none &&
      !(setting.step_size <= longest_private_step(facts.smoothness_bound, mu) * (1 + 1e-12))) {
    return fail(ErrorCode::unstable_step, "stepSize",
                "the sensitivity is known for steps of at most 1/(L + mu), without strong "
                "convexity 2/L, by the bounds that the engine enforces");
  }
  return setting;
}

/// The request with an epsilon whose exact noise is that of the calibration `paper`:
/// s = Delta sqrt(2 ln(1.25/delta)) / epsilon (Dwork and Roth 2014, Thm A.1).
Result<PrivacyRequest> by_formula(PrivacyRequest privacy) {
  if (privacy.calibration != Calibration::paper || privacy.notion != Notion::approximate) {
    return privacy;
  }
  if (!(privacy.epsilon <= 1)) {
    return fail(ErrorCode::invalid_budget, "privacy.epsilon",
                "the calibration \"paper\" is proven for epsilon <= 1: use \"tight\"");
  }
  const double multiplier = std::sqrt(2 * math::log(1.25 / privacy.delta)) / privacy.epsilon;
  const auto exact = gaussian_epsilon(0.5 / (multiplier * multiplier), privacy.delta);
  if (!exact) return std::unexpected(exact.error());
  // With a large delta the noise may be worth epsilon = 0, which is no request.
  constexpr double kLeastEpsilon = 1e-9;
  privacy.epsilon = std::max(*exact, kLeastEpsilon);
  privacy.calibration = Calibration::tight;
  privacy.noise_constant.reset();  // it is that of noisy gradients: this formula has none
  return privacy;
}

Result<ReleaseRule> noise_rule(const PlanInput& input, const OutputPerturbationSetting& setting) {
  auto privacy = by_formula(input.privacy);
  if (!privacy) return std::unexpected(privacy.error());
  if (privacy->notion != Notion::none) privacy->mechanism = Mechanism::gaussian;
  // One Gaussian release of a quantity that one record moves by Delta_T.
  RiskFacts facts = input.facts;
  facts.l2_sensitivity = setting.sensitivity * static_cast<double>(facts.samples);
  const std::array<WeightSegment, 1> one = {{{.count = 1}}};
  auto rule = ReleaseRule::create(facts, *privacy, Division::uniform, SensitivityRule::uniform,
                                  facts.samples, one, input.work.get());
  if (rule) {
    rule->set_form(solution_form(), details_of_descent(setting.step_size, setting.steps));
  }
  return rule;
}

/// E F(x_T + noise) - F* <= (1 - eta mu)^T gap_0 + (L/2) d s^2 for eta <= 1/L, where F + r is
/// smooth on all of space (derived).
void add_bound(const PlanInput& input, const OutputPerturbationSetting& setting, double variance,
               PlanSummary& summary) {
  const RiskFacts& facts = input.facts;
  const bool is_plain = input.regularizer.is_smooth() && input.domain.kind == Domain::Kind::all;
  const bool has_rate =
      facts.strong_convexity > 0 && setting.step_size * facts.smoothness <= 1 + 1e-12;
  if (!is_plain || !has_rate || facts.clips_gradients) return;
  const double steps = static_cast<double>(setting.steps);
  const double left = math::exp(steps * math::log1p(-setting.step_size * facts.strong_convexity));
  const double noise = 0.5 * facts.smoothness * static_cast<double>(facts.dimension) * variance;
  summary.bound = {.iteration = {0, 1},
                   .value = {facts.initial_gap, left * facts.initial_gap + noise}};
  summary.noise_floor = {.iteration = {1}, .value = {noise}};
}

ClaimWords words_of(const OutputPerturbationSetting& setting) {
  return {.published = "where " + std::to_string(setting.steps) +
                       " exact steps end, which themselves are never shown,",
          .noised = "with Gaussian noise on each coordinate"};
}

PlanSummary report(const PlanInput& input, const OutputPerturbationSetting& setting,
                   const ReleaseRule& rule) {
  const Release release = rule.at(1);
  const double samples = static_cast<double>(input.facts.samples);
  PlanSummary summary;
  summary.iterations = 1;
  summary.gradient_evaluations = static_cast<double>(setting.steps) * samples;
  summary.claim = privacy_claim(input, rule, words_of(setting));
  summary.segments = {{.first = 1,
                       .count = 1,
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(setting.steps));
  summary.parameters.set("stepSize", setting.step_size);
  if (release.mechanism != Mechanism::none) {
    summary.noise_scale = {.iteration = {1}, .value = {release.noise_scale}};
    summary.cost = {.iteration = {1}, .value = {release.cost.value}};
  }
  add_bound(input, setting, release.noise_scale * release.noise_scale, summary);
  if (input.privacy.notion == Notion::approximate && input.privacy.delta * samples >= 1) {
    summary.warnings.push_back(
        "Delta is at least 1/n: a mechanism that publishes one record outright would do.");
  }
  if (input.privacy.noise_constant) {
    summary.warnings.push_back(
        "noiseConstant belongs to the noise of gradients: this solution's noise has no such "
        "constant, and is what it would be without.");
  }
  if (input.facts.clips_gradients) {
    summary.notes.push_back(
        "Gradients are clipped: privacy holds, and no theorem bounds the error.");
  }
  return summary;
}

}  // namespace

std::vector<ParameterSpec> output_perturbation_specs() {
  auto specs = accelerated_parameter_specs({"iterations", "stepScale", "stepSize", "start"});
  specs.front().description =
      "T, the exact steps before the release. With a strongly convex regularizer the noise stays "
      "bounded however many there are; without one it grows with T.";
  specs.front().source = "Appendix A";
  return specs;
}

Run OutputPerturbationPlan::start(GradientOracle& data, Vector start) const {
  return output_perturbation(data, *this, std::move(start));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_output_perturbation(const PlanInput& input) {
  if (const auto checked = check_problem(input); !checked) return std::unexpected(checked.error());
  auto setting = resolve(input);
  if (!setting) return std::unexpected(setting.error());
  auto rule = noise_rule(input, *setting);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary = report(input, *setting, *rule);
  return std::make_unique<OutputPerturbationPlan>(*std::move(setting), *std::move(rule),
                                                  std::move(summary));
}

}  // namespace noisy
