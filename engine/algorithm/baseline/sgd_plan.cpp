#include "engine/algorithm/baseline/sgd_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/algorithm/accelerated/accelerated_parameters.h"
#include "engine/algorithm/baseline/sgd.h"
#include "engine/algorithm/erm/descent_parameters.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/typical_problem.h"
#include "engine/math/elementary.h"
#include "engine/privacy/form/poisson_gradient.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr double kMostSteps = 1e9;
constexpr Index kMostRandomStopRecords = 3000;
/// Of RRPSGD over the data where it chooses its steps: more of them, and shorter, end no lower.
constexpr double kPasses = 50;

constexpr Words<BatchSampling, 2> kSamplings = {
    {{"fixed", BatchSampling::without_replacement}, {"poisson", BatchSampling::poisson}}};
constexpr Words<SgdStep, 2> kSteps = {
    {{"square-root", SgdStep::square_root}, {"inverse", SgdStep::inverse}}};

ParameterSpec step_rule_spec() {
  return {.name = "stepRule",
          .title = "Step rule",
          .type = ParameterType::choice,
          .choices = words_of(kSteps),
          .default_rule = "inverse where the objective is strongly convex, else square-root",
          .description =
              "inverse: 1 / (mu t). square-root: D / sqrt(t (G^2 + d sigma^2)), with D the "
              "domain's diameter.",
          .source = "Bassily, Smith, Thakurta 2014, Algorithm 1"};
}

ParameterSpec sampling_spec() {
  return {.name = "sampling",
          .title = "Sampling",
          .type = ParameterType::choice,
          .choices = words_of(kSamplings),
          .default_value = std::string("fixed"),
          .description =
              "fixed: exactly batchSize records a step. poisson: each record joins a batch with "
              "probability batchSize / n, and the sum is divided by batchSize; for \"zero-out\" "
              "neighbours.",
          .source = "Mironov, Talwar, Zhang 2019"};
}

/// sup ||x - y||_2 over C, or a bound on it.
double l2_diameter(const Domain& domain, Index dimension) {
  if (domain.kind == Domain::Kind::simplex) return std::sqrt(2.0);
  if (domain.kind != Domain::Kind::box) return 2 * domain.l2_radius(dimension);
  double sum = 0;
  for (Index i = 0; i < dimension; ++i) {
    const double lower = domain.lower[domain.lower.size() == 1 ? 0 : i];
    const double upper = domain.upper[domain.upper.size() == 1 ? 0 : i];
    sum += (upper - lower) * (upper - lower);
  }
  return std::sqrt(sum);
}

Result<void> check_length(const PlanInput& input, SgdKind kind, double steps) {
  if (kind == SgdKind::random_stop && input.facts.samples > kMostRandomStopRecords) {
    return fail(ErrorCode::limit_exceeded, "data",
                "rrpsgd takes up to n^2 steps: at most 3000 records; dp-gd with output \"random\" "
                "serves more");
  }
  if (steps > kMostSteps) {
    return fail(ErrorCode::limit_exceeded, "iterations",
                "n^2 is more than 10^9 steps: state fewer");
  }
  return {};
}

/// Where a run of J steps ends, J drawn from 1 to T.
double random_end(const TypicalProblem& problem, const TypicalDescent& longest) {
  constexpr int kLengths = 8;
  double sum = 0;
  for (int k = 1; k <= kLengths; ++k) {
    TypicalDescent descent = longest;
    descent.travel *= (k - 0.5) / kLengths;
    sum += problem.descended(descent);
  }
  return sum / kLengths;
}

/// 1 / L times the power of 2^(-1/2) that ends lowest on records like most.
double typical_step(const PlanInput& input, const SgdSetting& setting, double variance) {
  constexpr int kScales = 60;
  const RiskFacts& facts = input.facts;
  const TypicalProblem problem(facts);
  const double lipschitz = facts.l2_sensitivity / 2;
  double best = 1 / facts.smoothness;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kScales; ++k) {
    const double step = math::pow(2, -0.5 * k) / facts.smoothness;
    const double end = random_end(
        problem, {.step = step,
                  .travel = step * static_cast<double>(setting.steps),
                  .variance = variance,
                  .sampling = lipschitz * lipschitz / static_cast<double>(setting.batch_size)});
    if (!(end < least)) continue;
    least = end;
    best = step;
  }
  return best;
}

/// Whether nothing fixes how long RRPSGD's steps are.
bool chooses_step(const PlanInput& input, SgdKind kind) {
  const ParameterSet& given = input.parameters;
  return kind == SgdKind::random_stop && input.privacy.notion != Notion::none &&
         !given.has("iterations") && !given.has("stepScale") && !given.has("stepSize");
}

Result<SgdSetting> resolve(const PlanInput& input, SgdKind kind) {
  const RiskFacts& facts = input.facts;
  const auto parameters = read_accelerated_parameters(input.parameters, facts);
  if (!parameters) return std::unexpected(parameters.error());
  const double n = static_cast<double>(facts.samples);
  const double most = chooses_step(input, kind) ? std::min(n, kPasses) * n : n * n;
  const double steps = input.parameters.number("iterations").value_or(most);
  if (const auto checked = check_length(input, kind, steps); !checked) {
    return std::unexpected(checked.error());
  }
  SgdSetting setting{.kind = kind,
                     .rule = SgdStep::constant,
                     .steps = static_cast<Index>(steps),
                     .batch_size = parameters->batch_size.value_or(1),
                     .sampling = chosen(input.parameters, "sampling", kSamplings,
                                        BatchSampling::without_replacement)};
  if (kind == SgdKind::random_stop) {
    setting.first_step = resolved_step_size(*parameters, facts);
    return setting;
  }
  const bool is_strongly_convex = facts.strong_convexity > 0;
  setting.rule = chosen(input.parameters, "stepRule", kSteps,
                        is_strongly_convex ? SgdStep::inverse : SgdStep::square_root);
  if (setting.rule == SgdStep::inverse && !is_strongly_convex) {
    return fail(ErrorCode::invalid_value, "problem.regularizer",
                "steps 1/(mu t) need a strongly convex objective: add an l2 or elastic-net "
                "regularizer, or take stepRule \"square-root\" on a bounded domain");
  }
  if (setting.rule == SgdStep::square_root && !input.domain.is_bounded()) {
    return fail(ErrorCode::invalid_value, "problem.domain",
                "these steps are as long as the domain is wide: give a bounded one, or make the "
                "objective strongly convex for stepRule \"inverse\"");
  }
  return setting;
}

/// The first step of a rule whose steps fall.
double first_step(const PlanInput& input, SgdStep rule, const Release& release) {
  const RiskFacts& facts = input.facts;
  if (rule == SgdStep::inverse) return 1 / facts.strong_convexity;
  const double lipschitz =
      facts.bounds_within(std::numeric_limits<double>::infinity()).record_gradient;
  const double noise =
      static_cast<double>(facts.dimension) * release.noise_scale * release.noise_scale;
  return l2_diameter(input.domain, facts.dimension) / std::sqrt(lipschitz * lipschitz + noise);
}

Result<ReleaseRule> noise_rule(const PlanInput& input, const SgdSetting& setting) {
  PrivacyRequest privacy = input.privacy;
  if (privacy.notion != Notion::none) privacy.mechanism = Mechanism::gaussian;
  const std::array<WeightSegment, 1> steps = {{{.count = setting.steps}}};
  // With probability 1 each record joins a batch of all.
  const bool is_by_chance =
      setting.sampling == BatchSampling::poisson && setting.batch_size < input.facts.samples;
  auto rule = ReleaseRule::create(input.facts, privacy, Division::uniform, SensitivityRule::uniform,
                                  setting.batch_size, steps, input.work.get(),
                                  is_by_chance ? poisson_gradient_form() : gradient_form());
  if (rule && setting.kind == SgdKind::random_stop) rule->draw_length();
  return rule;
}

PlanSummary report(const PlanInput& input, const SgdSetting& setting, const ReleaseRule& rule) {
  const Release release = rule.at(1);
  PlanSummary summary;
  summary.iterations = setting.steps;
  summary.gradient_evaluations =
      static_cast<double>(setting.steps) * static_cast<double>(setting.batch_size);
  summary.claim =
      privacy_claim(input, rule,
                    gradient_words("all " + std::to_string(setting.steps) + " noisy gradients",
                                   release, input.facts.samples));
  summary.segments = {{.first = 1,
                       .count = setting.steps,
                       .step_size = setting.first_step,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(setting.steps));
  summary.parameters.set("batchSize", static_cast<double>(setting.batch_size));
  summary.parameters.set("stepSize", setting.first_step);
  if (setting.rule != SgdStep::constant) {
    const bool is_inverse = setting.rule == SgdStep::inverse;
    summary.parameters.set("stepRule", std::string(is_inverse ? "inverse" : "square-root"));
  }
  if (release.mechanism != Mechanism::none) {
    const double last = static_cast<double>(setting.steps);
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
  }
  const double samples = static_cast<double>(input.facts.samples);
  if (input.privacy.notion == Notion::approximate && input.privacy.delta * samples >= 1) {
    summary.warnings.push_back(
        "Delta is at least 1/n: a mechanism that publishes one record outright would do.");
  }
  return summary;
}

}  // namespace

double SgdSetting::step_size(Index t) const {
  const double count = static_cast<double>(t);
  if (rule == SgdStep::inverse) return first_step / count;
  return rule == SgdStep::square_root ? first_step / std::sqrt(count) : first_step;
}

Index SgdPlan::draw_length(const GradientOracle& data) const {
  if (setting_.kind != SgdKind::random_stop) return setting_.steps;
  Stream stream = data.output_stream();
  return 1 +
         static_cast<Index>(bounded_integer(stream, static_cast<std::uint64_t>(setting_.steps)));
}

Run SgdPlan::start(GradientOracle& data, Vector start) const {
  return sgd(data, *this, std::move(start));
}

std::vector<ParameterSpec> sgd_parameter_specs(SgdKind kind) {
  const bool stops = kind == SgdKind::random_stop;
  auto specs = stops ? accelerated_parameter_specs(
                           {"iterations", "batchSize", "stepScale", "stepSize", "start"})
                     : accelerated_parameter_specs({"iterations", "batchSize", "start"});
  specs[0].default_value.reset();
  specs[0].default_rule = stops ? "50 n, in steps of a size that ends lowest on records like most; "
                                  "n^2 where steps are stated"
                                : "n^2";
  specs[0].description = stops ? "The most steps; as many as a number drawn from 1 to it are taken."
                               : "T, the number of noisy gradients.";
  specs[0].source = stops ? "Algorithm 2" : "Algorithm 1";
  specs[1].default_rule.clear();
  specs[1].default_value = 1.0;
  if (!stops) specs.insert(specs.end() - 1, {sampling_spec(), step_rule_spec()});
  return specs;
}

Result<std::unique_ptr<AlgorithmPlan>> plan_sgd(const PlanInput& input, SgdKind kind) {
  auto setting = resolve(input, kind);
  if (!setting) return std::unexpected(setting.error());
  auto rule = noise_rule(input, *setting);
  if (!rule) return std::unexpected(rule.error());
  if (chooses_step(input, kind)) {
    setting->first_step = typical_step(input, *setting, ReleaseRule::variance(rule->at(1)));
  }
  if (kind == SgdKind::decreasing_step) {
    setting->first_step = first_step(input, setting->rule, rule->at(1));
    if (!(setting->first_step > 0)) {
      return fail(ErrorCode::unbounded_sensitivity, "problem",
                  "these steps need a bound on one record's gradient: bound the rows "
                  "(data.preprocess), or set problem.gradientClip");
    }
  }
  std::optional<ProximalTerm> term;
  const bool adds_regularizer = input.regularizer.is_smooth();
  if (is_proximal(input.regularizer, input.domain)) {
    auto created = ProximalTerm::create(adds_regularizer ? Regularizer{} : input.regularizer,
                                        input.domain, input.facts.dimension);
    if (!created) return std::unexpected(created.error());
    term = *std::move(created);
  }
  PlanSummary summary = report(input, *setting, *rule);
  return std::make_unique<SgdPlan>(*setting, *std::move(rule), adds_regularizer, std::move(term),
                                   std::move(summary));
}

}  // namespace noisy
