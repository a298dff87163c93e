#include "engine/algorithm/erm/last_iterate.h"

#include <array>
#include <cmath>

#include "engine/algorithm/accelerated/default_length.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/record_move.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/form/last_iterate.h"
#include "engine/privacy/release/counted_steps.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

/// K of these steps, infinity where none is known.
double counted(const PlanInput& input, Index steps, double step_size) {
  const RiskFacts& facts = input.facts;
  const Regularizer& term = input.regularizer;
  const double move =
      record_move(facts, input.privacy.neighbours) / static_cast<double>(facts.samples);
  const double diameter = 2 * input.domain.l2_radius(facts.dimension);
  return counted_steps({.step_size = step_size,
                        .smoothness = facts.smoothness_bound,
                        .strong_convexity = term.is_smooth() ? term.strong_convexity() : 0,
                        .steps = steps},
                       diameter / (step_size * move));
}

constexpr AcceleratedMethod kHiddenDescent{
    .needs_strong_convexity = false,
    .schedule =
        [](const AcceleratedParameters& parameters, const RiskFacts& facts) {
          return single_stage(parameters.iterations, resolved_step_size(parameters, facts), 0);
        },
    .counted_steps =
        [](const AcceleratedParameters& parameters, const PlanInput& input) {
          return counted(input, parameters.iterations, resolved_step_size(parameters, input.facts));
        }};

std::unexpected<Error> unsupported(const char* field, const std::string& message) {
  return fail(ErrorCode::unsupported_option, field, message + ", or set publishes to \"path\"");
}

/// What the proof does not cover.
Result<void> check_options(const PlanInput& input) {
  const ParameterSet& given = input.parameters;
  const auto is_other = [&](const char* name, std::string_view word) {
    return given.text(name).value_or(std::string(word)) != word;
  };
  if (given.text("iterations")) {
    return unsupported("iterations",
                       "the theorems that choose the steps are about noise for the whole path: "
                       "give a number, or leave it out");
  }
  if (given.number("batchSize").value_or(static_cast<double>(input.facts.samples)) !=
      static_cast<double>(input.facts.samples)) {
    return unsupported("batchSize",
                       "what the last iterate costs is known for all records in every step: leave "
                       "it out");
  }
  if (is_other("output", "last")) {
    return unsupported("output", "the last iterate is all that is published: use \"last\"");
  }
  if (is_other("division", "uniform")) {
    return unsupported("division", "all hidden steps have the same noise: use \"uniform\"");
  }
  if (is_other("sensitivity", "uniform")) {
    return unsupported("sensitivity", "all hidden steps have the same noise: use \"uniform\"");
  }
  return {};
}

Result<void> check_privacy(const PlanInput& input) {
  const PrivacyRequest& privacy = input.privacy;
  if (privacy.notion == Notion::none) return {};
  if (privacy.notion == Notion::pure) {
    return fail(ErrorCode::unsupported_notion, "privacy.notion",
                "what the last iterate costs is known for Gaussian noise, which gives no pure DP: "
                "use \"approximate\" or \"zcdp\", or set publishes to \"path\"");
  }
  if (privacy.mechanism && !noise_of(*privacy.mechanism).is_normal) {
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                "what the last iterate costs is known for Gaussian noise: use \"gaussian\", or set "
                "publishes to \"path\"");
  }
  if (privacy.calibration == Calibration::paper) {
    return unsupported("privacy.calibration",
                       "the theorems calibrate the noise of a whole path: use \"tight\"");
  }
  if (privacy.release == ReleaseKind::hardened) {
    return unsupported("run.randomness.release",
                       "nothing bounds what rounding does to a whole descent: use \"floating\"");
  }
  if (!input.facts.is_convex) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "what the last iterate alone costs is known for convex losses: set publishes to "
                "\"path\"");
  }
  return {};
}

/// The regularizer's gradient is taken where it has one, as for the whole path.
Result<LastIterateSetting> resolve(const PlanInput& input) {
  const RiskFacts& facts = input.facts;
  auto parameters = read_accelerated_parameters(input.parameters, facts);
  if (!parameters) return std::unexpected(parameters.error());
  choose_length(input, kHiddenDescent, *parameters);
  const bool is_smooth = input.regularizer.is_smooth();
  LastIterateSetting setting{.steps = parameters->iterations,
                             .step_size = resolved_step_size(*parameters, facts),
                             .smooth_part = is_smooth ? input.regularizer : Regularizer{},
                             .term = {}};
  auto term = ProximalTerm::create(is_smooth ? Regularizer{} : input.regularizer, input.domain,
                                   facts.dimension);
  if (!term) return std::unexpected(term.error());
  setting.term = *std::move(term);
  setting.counted = counted(input, setting.steps, setting.step_size);
  if (input.privacy.notion != Notion::none && !std::isfinite(setting.counted)) {
    return fail(ErrorCode::unstable_step, "stepSize",
                "what the last iterate costs is known for steps of at most 2/(L + mu), by the "
                "bounds that the engine enforces");
  }
  return setting;
}

Result<ReleaseRule> noise_rule(const PlanInput& input, const LastIterateSetting& setting) {
  // One Gaussian release that costs as much as K.
  RiskFacts facts = input.facts;
  if (input.privacy.notion != Notion::none) {
    const double move = record_move(facts, input.privacy.neighbours);
    set_record_move(facts, move * std::sqrt(setting.counted));
  }
  const std::array<WeightSegment, 1> one = {{{.count = 1}}};
  auto rule = ReleaseRule::create(facts, input.privacy, Division::uniform, SensitivityRule::uniform,
                                  facts.samples, one, input.work.get());
  if (rule) {
    rule->set_form(last_iterate_form(), details_of_descent(setting.step_size, setting.steps));
  }
  return rule;
}

/// E F(x_T) - F* <= f^T E_0 + (c / 2) d sigma^2 (1 - f^T) / (1 - f), as for the whole path
/// (gradient_descent_recursion).
void add_bound(const PlanInput& input, const LastIterateSetting& setting, double variance,
               PlanSummary& summary) {
  const RiskFacts& facts = input.facts;
  const bool is_plain = input.regularizer.is_smooth() && input.domain.kind == Domain::Kind::all;
  const auto recursion = gradient_descent_recursion(setting.steps, setting.step_size,
                                                    facts.strong_convexity, facts.smoothness);
  if (!is_plain || facts.clips_gradients || !recursion) return;
  const RecursionSegment& every = recursion->segments.front();
  const double contraction = math::exp(every.log_contraction);
  const double left = math::exp(static_cast<double>(setting.steps) * every.log_contraction);
  const double sum =
      contraction < 1 ? (1 - left) / (1 - contraction) : static_cast<double>(setting.steps);
  const double noise =
      0.5 * math::exp(every.log_noise_gain) * static_cast<double>(facts.dimension) * variance * sum;
  summary.bound = {.iteration = {0, 1},
                   .value = {facts.initial_gap, left * facts.initial_gap + noise}};
  summary.noise_floor = {.iteration = {1}, .value = {noise}};
}

void add_remarks(const PlanInput& input, const LastIterateSetting& setting, PlanSummary& summary) {
  const double samples = static_cast<double>(input.facts.samples);
  if (input.privacy.notion == Notion::approximate && input.privacy.delta * samples >= 1) {
    summary.warnings.push_back(
        "Delta is at least 1/n: a mechanism that publishes one record outright would do.");
  }
  if (input.facts.clips_gradients) {
    summary.notes.push_back(
        "Gradients are clipped: privacy holds, and no theorem bounds the error.");
  }
  if (input.privacy.notion == Notion::none) return;
  summary.notes.push_back(
      "The path is never shown: its end costs as much as " + figure_text(setting.counted) +
      " of its " + std::to_string(setting.steps) + " noisy gradients, so each has " +
      figure_text(std::sqrt(static_cast<double>(setting.steps) / setting.counted)) +
      " times less noise than if all were published.");
}

PlanSummary report(const PlanInput& input, const LastIterateSetting& setting,
                   const ReleaseRule& rule) {
  const Release release = rule.at(1);
  PlanSummary summary;
  summary.iterations = 1;
  summary.gradient_evaluations =
      static_cast<double>(setting.steps) * static_cast<double>(input.facts.samples);
  summary.claim =
      privacy_claim(input, rule,
                    {.published = "where " + std::to_string(setting.steps) +
                                  " noisy steps end, which themselves are never shown,",
                     .noised = "with Gaussian noise on each coordinate of every gradient"});
  summary.segments = {{.first = 1,
                       .count = 1,
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(setting.steps));
  summary.parameters.set("batchSize", static_cast<double>(input.facts.samples));
  summary.parameters.set("stepSize", setting.step_size);
  if (release.mechanism != Mechanism::none) {
    summary.noise_scale = {.iteration = {1}, .value = {release.noise_scale}};
    summary.cost = {.iteration = {1}, .value = {release.cost.value}};
  }
  add_bound(input, setting, release.noise_scale * release.noise_scale, summary);
  add_remarks(input, setting, summary);
  return summary;
}

}  // namespace

Run last_iterate(GradientOracle& data, const LastIteratePlan& plan, Vector x) {
  const LastIterateSetting& setting = plan.setting();
  const Release release = plan.rule().at(1);
  HiddenDescent hidden(setting.step_size, setting.smooth_part, setting.term, std::move(x),
                       release.noise_scale);
  for (Index t = 0; t < setting.steps; ++t) co_await data.advance(hidden);
  const Vector& end = co_await data.ask(last_iterate_of(hidden, release));
  co_yield Iterate{end};
}

Run LastIteratePlan::start(GradientOracle& data, Vector start) const {
  return last_iterate(data, *this, std::move(start));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_last_iterate(const PlanInput& input) {
  if (const auto checked = check_options(input); !checked) return std::unexpected(checked.error());
  if (const auto checked = check_privacy(input); !checked) return std::unexpected(checked.error());
  auto setting = resolve(input);
  if (!setting) return std::unexpected(setting.error());
  auto rule = noise_rule(input, *setting);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary = report(input, *setting, *rule);
  return std::make_unique<LastIteratePlan>(*std::move(setting), *std::move(rule),
                                           std::move(summary));
}

}  // namespace noisy
