#include "engine/algorithm/erm/mirror_setting.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/frame/start_point.h"

namespace noisy {
namespace {

using Generator = Geometry::Generator;

constexpr Words<Generator, 5> kGenerators = {{{"auto", Generator::automatic},
                                              {"l2", Generator::euclidean},
                                              {"p-norm", Generator::p_norm},
                                              {"lift", Generator::lift},
                                              {"entropy", Generator::entropy}}};

/// Standard errors by which a Monte Carlo average is raised, so that bounds stay bounds.
constexpr double kErrors = 4;

constexpr Index kCurvePoints = 256;

Result<void> check_facts(const PlanInput& input) {
  if (input.facts.samples < 1) return fail(ErrorCode::empty_data, "data", "need a record");
  if (!(input.facts.loss_smoothness > 0) || !std::isfinite(input.facts.loss_smoothness)) {
    return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
                "must be positive and finite: bound the rows, or state a number");
  }
  if (input.regularizer.kind == Regularizer::Kind::none) return {};
  return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
              "this method minimizes over a set without regularizer: use \"none\"");
}

}  // namespace

std::string generator_word(Generator generator) {
  for (const auto& [word, value] : kGenerators) {
    if (value == generator) return std::string(word);
  }
  return "auto";
}

ParameterSpec geometry_spec() {
  return {.name = "geometry",
          .title = "Geometry",
          .type = ParameterType::choice,
          .choices = words_of(kGenerators),
          .default_value = std::string("auto"),
          .description =
              "The distance-generating function: l2 on l2 and l_inf balls; lift (entropy on the "
              "vertices) or p-norm on l1 balls; entropy on the simplex; p-norm on group and l_a "
              "balls; lift on hulls. auto takes the best of the set.",
          .source = "section 5, table 2.5"};
}

Result<MirrorSetting> mirror_setting(const PlanInput& input) {
  if (auto checked = check_facts(input); !checked) return std::unexpected(checked.error());
  const Index d = input.facts.dimension;
  const Generator generator =
      chosen(input.parameters, "geometry", kGenerators, Generator::automatic);
  auto geometry = Geometry::create(input.domain, generator, d);
  if (!geometry) return std::unexpected(geometry.error());
  const auto start = start_point(input.parameters, input.domain, d);
  if (!start) return std::unexpected(start.error());
  MirrorSetting setting{.geometry = *std::move(geometry)};
  auto state = setting.geometry->state_of(*start);
  if (!state) return std::unexpected(state.error());
  setting.start_state = *std::move(state);
  setting.bregman_radius = setting.geometry->bregman_radius(setting.start_state);
  const GaussianWidth width = gaussian_width(input.domain, d);
  setting.dual_noise = width.second_moment + kErrors * width.second_moment_error;
  setting.l2_radius = input.domain.l2_radius(d);
  return setting;
}

Result<ReleaseRule> full_batch_rule(const PlanInput& input, Index releases) {
  const std::vector<WeightSegment> steps = {{.count = releases}};
  return ReleaseRule::create(input.facts, input.privacy, Division::uniform,
                             SensitivityRule::uniform, input.facts.samples, steps,
                             input.work.get());
}

Result<double> noise_ratio(const PlanInput& input) {
  if (input.privacy.notion == Notion::none) return 0;
  const auto one = full_batch_rule(input, 1);
  if (!one) return std::unexpected(one.error());
  const double n = static_cast<double>(input.facts.samples);
  const double ratio = one->at(1).noise_scale * n / (input.facts.l2_sensitivity / 2);
  return ratio * ratio;
}

PlanSummary report_full_batch(const PlanInput& input, const MirrorSetting& setting,
                              const ReleaseRule& rule, Index iterations, double step_size) {
  const Release release = rule.at(1);
  const double last = static_cast<double>(iterations);
  PlanSummary summary;
  summary.iterations = iterations;
  summary.gradient_evaluations = last * static_cast<double>(input.facts.samples);
  summary.segments = {{.first = 1,
                       .count = iterations,
                       .step_size = step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", last);
  summary.parameters.set("geometry", generator_word(setting.geometry->generator()));
  summary.claim =
      privacy_claim(input, rule,
                    gradient_words("all " + std::to_string(iterations) + " noisy gradients",
                                   rule.at(1), input.facts.samples));
  if (release.mechanism != Mechanism::none) {
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last}, .value = {release.cost.value, release.cost.value}};
  }
  if (!input.facts.is_convex) {
    summary.warnings.push_back(
        "The loss is not convex: the run is private, but no theorem bounds its error.");
  }
  return summary;
}

void add_bound(Index iterations, math::FunctionRef<std::pair<double, double>(Index)> at,
               PlanSummary& summary) {
  const Index stride = std::max<Index>(1, (iterations + kCurvePoints - 1) / kCurvePoints);
  const auto draw = [&](Index t) {
    const auto [total, noise] = at(t);
    summary.bound.iteration.push_back(static_cast<double>(t));
    summary.bound.value.push_back(total);
    summary.noise_floor.iteration.push_back(static_cast<double>(t));
    summary.noise_floor.value.push_back(noise);
  };
  draw(1);
  for (Index t = std::max<Index>(stride, 2); t < iterations; t += stride) draw(t);
  if (iterations > 1) draw(iterations);
}

Vector MirrorPlan::state_of(const Vector& start) const {
  return geometry().state_of(start).value_or(setting_.start_state);
}

}  // namespace noisy
