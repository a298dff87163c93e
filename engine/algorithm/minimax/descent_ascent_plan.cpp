#include "engine/algorithm/minimax/descent_ascent_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/minimax/descent_ascent.h"
#include "engine/algorithm/minimax/noisy_extragradient.h"

namespace noisy {
namespace {

/// Steps by default where each of them asks all records.
constexpr Index kMostWholeSteps = 1000;
constexpr double kMostReleases = 1e9;

constexpr Words<DescentAscentOutput, 2> kOutputs = {
    {{"average", DescentAscentOutput::average}, {"last", DescentAscentOutput::last}}};

ParameterSpec output_spec() {
  return {.name = "output",
          .title = "Output",
          .type = ParameterType::choice,
          .choices = words_of(kOutputs),
          .default_value = std::string("average"),
          .description =
              "average: the mean of the points at which the operator was asked for, which is what "
              "gap bounds are about; last: the last point.",
          .source = "2.9, B3"};
}

/// ceil(sqrt(n epsilon)), with 1 for epsilon without privacy; all n where nothing is proven of
/// drawn records.
Index natural_batch(const PlanInput& input) {
  const Notion notion = input.privacy.notion;
  const bool is_whole = notion == Notion::zcdp || input.privacy.release == ReleaseKind::hardened;
  const double n = static_cast<double>(input.facts.samples);
  if (is_whole && notion != Notion::none) return input.facts.samples;
  const double epsilon = notion == Notion::approximate ? input.privacy.epsilon : 1;
  return static_cast<Index>(std::clamp(std::ceil(std::sqrt(n * epsilon)), 1.0, n));
}

/// n; of extragradient n^2 / (2 m), so that a run takes n^2 gradients.
double natural_steps(OperatorSteps kind, Index samples, Index batch_size) {
  const double n = static_cast<double>(samples);
  if (batch_size == samples) return static_cast<double>(std::min(samples, kMostWholeSteps));
  if (kind == OperatorSteps::descent_ascent) return n;
  return std::ceil(n * n / (2 * static_cast<double>(batch_size)));
}

Result<DescentAscentSetting> resolve(const PlanInput& input, OperatorSteps kind) {
  const Index samples = input.facts.samples;
  const ParameterSet& given = input.parameters;
  const Index batch_size = whole(given, "batchSize").value_or(natural_batch(input));
  if (batch_size > samples) {
    return fail(ErrorCode::invalid_value, "batchSize",
                "batch size must be between 1 and n = " + std::to_string(samples) +
                    " (sampling without replacement)");
  }
  const double steps =
      given.number("iterations").value_or(natural_steps(kind, samples, batch_size));
  const DescentAscentSetting setting{
      .kind = kind,
      .steps = static_cast<Index>(std::min(steps, kMostReleases)),
      .batch_size = batch_size,
      .output = chosen(given, "output", kOutputs, DescentAscentOutput::average)};
  if (static_cast<double>(setting.releases()) <= kMostReleases) return setting;
  return fail(ErrorCode::limit_exceeded, "iterations",
              "two noisy operators a step make more than 10^9: state fewer iterations");
}

Result<ReleaseRule> noise_rule(const PlanInput& input, const DescentAscentSetting& setting) {
  PrivacyRequest privacy = input.privacy;
  if (privacy.notion != Notion::none) privacy.mechanism = Mechanism::gaussian;
  const std::array<WeightSegment, 1> steps = {{{.count = setting.releases()}}};
  return ReleaseRule::create(input.facts, privacy, Division::uniform, SensitivityRule::uniform,
                             setting.batch_size, steps, input.work.get());
}

/// sqrt(x^2 + y^2), also where the squares overflow.
double length(double x, double y) {
  const double large = std::max(x, y);
  if (!(large > 0) || !std::isfinite(large)) return large;
  const double ratio = std::min(x, y) / large;
  return large * std::sqrt(1 + ratio * ratio);
}

Result<double> step_size(const PlanInput& input, Index steps, const Release& release) {
  if (const auto given = input.parameters.number("stepSize")) return *given;
  const double step = descent_ascent_step(input.facts, steps, release.noise_scale);
  if (step > 0 && std::isfinite(step)) return step;
  return fail(ErrorCode::invalid_value, "problem",
              "these steps are as long as the domains are wide and one record's gradient is short: "
              "give stepSize where nothing bounds them");
}

PlanSummary report(const PlanInput& input, const DescentAscentSetting& setting,
                   const ReleaseRule& rule) {
  const Release release = rule.at(1);
  PlanSummary summary;
  const Index releases = setting.releases();
  summary.iterations = releases;
  summary.gradient_evaluations =
      static_cast<double>(releases) * static_cast<double>(setting.batch_size);
  summary.claim = privacy_claim(
      input, rule,
      gradient_words("all " + std::to_string(releases) + " noisy operators (grad_x F, -grad_y F)",
                     release, input.facts.samples));
  summary.segments = {{.first = 1,
                       .count = releases,
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(setting.steps));
  summary.parameters.set("batchSize", static_cast<double>(setting.batch_size));
  summary.parameters.set("stepSize", setting.step_size);
  if (setting.kind == OperatorSteps::descent_ascent) {
    const bool averages = setting.output == DescentAscentOutput::average;
    summary.parameters.set("output", std::string(averages ? "average" : "last"));
  }
  if (release.mechanism != Mechanism::none) {
    const double last = static_cast<double>(releases);
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
  }
  return summary;
}

Result<std::unique_ptr<AlgorithmPlan>> plan_steps(const PlanInput& input, OperatorSteps kind) {
  auto setting = resolve(input, kind);
  if (!setting) return std::unexpected(setting.error());
  auto rule = noise_rule(input, *setting);
  if (!rule) return std::unexpected(rule.error());
  const auto step = step_size(input, setting->steps, rule->at(1));
  if (!step) return std::unexpected(step.error());
  setting->step_size = *step;
  PlanSummary summary = report(input, *setting, *rule);
  return std::make_unique<DescentAscentPlan>(*setting, *std::move(rule), input.domain,
                                             std::move(summary));
}

/// What both kinds have in common, the number of steps besides.
ParameterSpec steps_spec(OperatorSteps kind) {
  const std::string whole = "; at most 1000 where every step asks all records";
  if (kind == OperatorSteps::descent_ascent) {
    return iterations_spec({.default_rule = "n" + whole,
                            .description = "T, the number of noisy operators.",
                            .source = "2.9, B3"});
  }
  return iterations_spec({.default_rule = "n^2 / (2 m)" + whole,
                          .description = "T, steps of two noisy operators each.",
                          .source = "2.9, B4"});
}

}  // namespace

double descent_ascent_step(const RiskFacts& facts, Index steps, double noise) {
  const SaddleBounds& bounds = *facts.saddle;
  const double of_all = std::sqrt(static_cast<double>(facts.dimension)) * noise;
  return length(bounds.primal_radius, bounds.dual_radius) /
         (std::sqrt(static_cast<double>(steps)) * length(bounds.lipschitz, of_all));
}

Run DescentAscentPlan::start(GradientOracle& data, Vector start) const {
  if (setting_.kind == OperatorSteps::extragradient) {
    return noisy_extragradient(data, *this, std::move(start));
  }
  return descent_ascent(data, *this, std::move(start));
}

std::vector<ParameterSpec> descent_ascent_parameter_specs(OperatorSteps kind) {
  std::vector<ParameterSpec> specs = {
      steps_spec(kind),
      batch_size_spec(
          {.default_rule =
               "sqrt(n epsilon), rounded up; n in zcdp and for hardened releases; sqrt(n) without "
               "privacy",
           .description = "m, the records of one operator, drawn without replacement.",
           .source = "2.9, B3"}),
      step_size_spec({.default_rule = "D / sqrt(T (L^2 + d s^2))",
                      .description = "eta, of x and of y alike.",
                      .source = "2.9, B3"}),
      start_spec({.default_rule = "the point of the domains that is closest to 0",
                  .description = "z_0 = (x_0, y_0), chosen without looking at the data: one "
                                 "number for every coordinate, or a vector.",
                  .source = ""})};
  if (kind == OperatorSteps::descent_ascent) specs.insert(specs.end() - 1, output_spec());
  return specs;
}

Result<std::unique_ptr<AlgorithmPlan>> plan_descent_ascent(const PlanInput& input) {
  return plan_steps(input, OperatorSteps::descent_ascent);
}

Result<std::unique_ptr<AlgorithmPlan>> plan_extragradient(const PlanInput& input) {
  return plan_steps(input, OperatorSteps::extragradient);
}

}  // namespace noisy
