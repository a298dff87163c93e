#include "engine/algorithm/svrg_report.h"

#include <algorithm>

#include "engine/algorithm/privacy_claim.h"
#include "engine/algorithm/theory/svrg_plus_bound.h"

namespace noisy {
namespace {

std::string released_text(const SvrgSetting& setting) {
  return std::string("all ")
      .append(std::to_string(setting.releases))
      .append(" noisy variance-reduced gradients");
}

PrivacyClaim svrg_claim(const PlanInput& input, const SvrgParameters& parameters,
                        const SvrgSetting& setting, const SvrgNoise& noise) {
  PrivacyClaim claim;
  claim.notion = input.privacy.notion;
  claim.neighbours = input.privacy.neighbours;
  claim.reasons = input.facts.reasons;
  if (claim.notion == Notion::approximate) {
    claim.epsilon = input.privacy.epsilon;
    claim.delta = input.privacy.delta;
  }
  noise.fill(claim);
  if (parameters.step_rule == SvrgStepRule::exact_barzilai_borwein) {
    claim.reasons.push_back("stepRule bb-exact reads exact gradients, which no proof covers");
  }
  if (claim.notion == Notion::none) claim.reasons.push_back("no noise is added");
  claim.certified = input.facts.certified && claim.reasons.empty();
  claim.statement =
      claim_sentence(claim, released_text(setting), noise.release(), input.facts.samples);
  return claim;
}

/// Step numbers at which an epoch ends, 0 first.
std::vector<double> epoch_ends(const SvrgSetting& setting) {
  std::vector<double> ends = {0};
  for (Index epoch = 1; epoch <= setting.epochs; ++epoch) {
    ends.push_back(ends.back() + static_cast<double>(setting.length(epoch)));
  }
  return ends;
}

ErmFacts bound_facts(const PlanInput& input, const SvrgSetting& setting) {
  const RiskFacts& facts = input.facts;
  return {.samples = facts.samples,
          .dimension = facts.dimension,
          .lipschitz = facts.l2_sensitivity / 2,
          .smoothness = setting.smoothness,
          .initial_gap = facts.initial_gap,
          .noise_ratio = 1};
}

/// E gap after each epoch by the method's theorem; empty where it says nothing.
std::vector<ErrorBound> bound_curve(const PlanInput& input, const SvrgParameters& parameters,
                                    const SvrgSetting& setting, double variance) {
  const bool follows_rule = parameters.step_rule != SvrgStepRule::constant;
  const bool has_theorem = input.facts.is_convex && !input.facts.clips_gradients;
  if (!parameters.theory || follows_rule || !has_theorem) return {};
  const double length = static_cast<double>(setting.inner_iterations);
  const ErmFacts facts = bound_facts(input, setting);
  if (setting.kind == SvrgKind::doubling) {
    const SvrgPlusSetting plus{.lemma = *parameters.theory,
                               .step_size = setting.step_size,
                               .smoothness = setting.smoothness,
                               .distance = input.facts.distance,
                               .length = length};
    return svrg_plus_bound_curve(plus, facts, variance, setting.epochs)
        .value_or(std::vector<ErrorBound>());
  }
  const auto contraction = epoch_contraction({.lemma = *parameters.theory,
                                              .step_size = setting.step_size,
                                              .smoothness = setting.smoothness,
                                              .strong_convexity = setting.strong_convexity,
                                              .length = length});
  if (!contraction) return {};
  return svrg_bound_curve(*contraction, facts, variance, setting.epochs);
}

/// Of longer lists of epochs evenly spread ones are drawn.
constexpr std::size_t kCurvePoints = 256;

void add_curves(const PlanInput& input, const SvrgParameters& parameters,
                const SvrgSetting& setting, const Release& release, PlanSummary& summary) {
  const double last = static_cast<double>(setting.releases);
  if (release.mechanism != Mechanism::none) {
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last}, .value = {release.cost, release.cost}};
  }
  const double variance = release.noise_scale * release.noise_scale;
  const std::vector<ErrorBound> bounds = bound_curve(input, parameters, setting, variance);
  const std::vector<double> ends = epoch_ends(setting);
  const std::size_t stride = bounds.size() / kCurvePoints + 1;
  for (std::size_t s = 0; s < bounds.size(); ++s) {
    if (s % stride != 0 && s + 1 != bounds.size()) continue;
    summary.bound.iteration.push_back(ends[s]);
    summary.bound.value.push_back(bounds[s].total());
    summary.noise_floor.iteration.push_back(ends[s]);
    summary.noise_floor.value.push_back(bounds[s].privacy);
  }
}

/// T n for the anchors, and two gradients per drawn record.
double gradient_evaluations(const SvrgSetting& setting, const Release& release, Index samples) {
  const double n = static_cast<double>(samples);
  const double batch = static_cast<double>(release.batch_size);
  const double per_step = release.batch_size == samples ? n : 2 * batch;
  return static_cast<double>(setting.epochs) * n + static_cast<double>(setting.releases) * per_step;
}

ParameterSet resolved(const PlanInput& input, const SvrgSetting& setting, const Release& release) {
  ParameterSet out = input.parameters;
  out.set("epochs", static_cast<double>(setting.epochs));
  out.set("innerIterations", static_cast<double>(setting.inner_iterations));
  out.set("batchSize", static_cast<double>(release.batch_size));
  out.set("stepSize", setting.step_size);
  return out;
}

void add_warnings(const PlanInput& input, const SvrgParameters& parameters,
                  const SvrgSetting& setting, const SvrgNoise& noise, PlanSummary& summary) {
  std::vector<std::string>& warnings = summary.warnings;
  std::ranges::copy(noise.warnings(), std::back_inserter(warnings));
  if (!(setting.strong_convexity > 0) && setting.kind == SvrgKind::restarted) {
    warnings.push_back(
        "The objective is not known to be strongly convex: the run is private, but no theorem "
        "bounds its error. dp-svrg-pp needs none.");
  } else if (!parameters.theory) {
    warnings.push_back("Steps and epochs outside the theorem are allowed: no bound is shown.");
  }
  if (input.privacy.notion == Notion::approximate &&
      input.privacy.delta * static_cast<double>(input.facts.samples) >= 1) {
    warnings.push_back(
        "Delta is at least 1/n: a mechanism that publishes one record outright would do.");
  }
}

}  // namespace

PlanSummary report_svrg(const PlanInput& input, const SvrgParameters& parameters,
                        const SvrgSetting& setting, const SvrgNoise& noise) {
  const Release& release = noise.release();
  PlanSummary summary;
  summary.iterations = setting.releases;
  summary.gradient_evaluations = gradient_evaluations(setting, release, input.facts.samples);
  summary.segments = {{.first = 1,
                       .count = setting.releases,
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = resolved(input, setting, release);
  summary.claim = svrg_claim(input, parameters, setting, noise);
  add_curves(input, parameters, setting, release, summary);
  add_warnings(input, parameters, setting, noise, summary);
  return summary;
}

}  // namespace noisy
