#include "engine/algorithm/erm/svrg_report.h"

#include <algorithm>

#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/privacy/form/anchored.h"

namespace noisy {
namespace {

std::string released_text(const SvrgSetting& setting) {
  if (setting.releases_anchors()) {
    return std::string("all ")
        .append(std::to_string(setting.epochs))
        .append(" noisy gradients at anchors, of all records, and all ")
        .append(std::to_string(setting.steps))
        .append(" noisy differences to them");
  }
  return std::string("all ")
      .append(std::to_string(setting.steps))
      .append(" noisy variance-reduced gradients");
}

PrivacyClaim svrg_claim(const PlanInput& input, const SvrgParameters& parameters,
                        const SvrgSetting& setting, const SvrgNoise& noise) {
  PrivacyClaim claim =
      privacy_claim(input, noise.rule(),
                    gradient_words(released_text(setting), noise.release(), input.facts.samples));
  if (parameters.step_rule == SvrgStepRule::exact_barzilai_borwein) {
    mark_leak(claim, "stepRule bb-exact reads exact gradients, which no proof covers");
  }
  return claim;
}

/// Numbers of the releases with which an epoch ends, 0 first.
std::vector<double> epoch_ends(const SvrgSetting& setting) {
  std::vector<double> ends = {0};
  for (Index epoch = 1; epoch <= setting.epochs; ++epoch) {
    const Index releases = setting.length(epoch) + (setting.releases_anchors() ? 1 : 0);
    ends.push_back(ends.back() + static_cast<double>(releases));
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
                                    const SvrgSetting& setting, const SvrgNoise& noise) {
  const double variance = noise.release().noise_scale * noise.release().noise_scale;
  const bool follows_rule = parameters.step_rule != SvrgStepRule::constant;
  const bool has_theorem = input.facts.is_convex && !input.facts.clips_gradients;
  if (!parameters.theory || follows_rule || !has_theorem) return {};
  const double length = static_cast<double>(setting.inner_iterations);
  const ErmFacts facts = bound_facts(input, setting);
  if (setting.kind == SvrgKind::doubling) {
    // Nothing is proven here of noise that stays through an epoch without strong convexity.
    if (setting.releases_anchors()) return {};
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
  if (setting.releases_anchors()) {
    return svrg_tilted_bound_curve(*contraction, setting.strong_convexity, facts, variance,
                                   noise.anchor().noise_scale * noise.anchor().noise_scale,
                                   setting.epochs);
  }
  return svrg_bound_curve(*contraction, facts, variance, setting.epochs);
}

/// Of longer lists of epochs evenly spread ones are drawn.
constexpr std::size_t kCurvePoints = 256;

/// Scale and cost of the releases with these numbers.
void add_releases(const Release& release, std::initializer_list<double> numbers,
                  PlanSummary& summary) {
  for (const double number : numbers) {
    summary.noise_scale.iteration.push_back(number);
    summary.noise_scale.value.push_back(release.noise_scale);
    summary.cost.iteration.push_back(number);
    summary.cost.value.push_back(release.cost.value);
  }
}

void add_release_curves(const SvrgSetting& setting, const SvrgNoise& noise,
                        const std::vector<double>& ends, PlanSummary& summary) {
  if (noise.release().mechanism == Mechanism::none) return;
  if (!setting.releases_anchors()) {
    return add_releases(noise.release(), {1, static_cast<double>(setting.steps)}, summary);
  }
  const std::size_t stride = ends.size() / kCurvePoints + 1;
  for (std::size_t s = 0; s + 1 < ends.size(); s += stride) {
    add_releases(noise.anchor(), {ends[s] + 1}, summary);
    add_releases(noise.release(), {ends[s] + 2, ends[s + 1]}, summary);
  }
}

void add_curves(const PlanInput& input, const SvrgParameters& parameters,
                const SvrgSetting& setting, const SvrgNoise& noise, PlanSummary& summary) {
  const std::vector<double> ends = epoch_ends(setting);
  add_release_curves(setting, noise, ends, summary);
  const std::vector<ErrorBound> bounds = bound_curve(input, parameters, setting, noise);
  input.work->add(static_cast<double>(ends.size() + bounds.size()));
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
  const bool cancels = release.batch_size == samples && release.form->has_anchor();
  const double per_step = cancels ? n : 2 * batch;
  return static_cast<double>(setting.epochs) * n + static_cast<double>(setting.steps) * per_step;
}

/// Of more epochs the rest is told in two: all its anchors, then all its differences.
constexpr Index kListedEpochs = 64;

std::vector<PlanSegment> segments_of(const SvrgSetting& setting, const SvrgNoise& noise) {
  const auto segment = [&](Index first, Index count, const Release& release) {
    return PlanSegment{.first = first,
                       .count = count,
                       .step_size = setting.step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = release};
  };
  if (!setting.releases_anchors()) return {segment(1, setting.steps, noise.release())};
  std::vector<PlanSegment> segments;
  Index next = 1;
  for (Index epoch = 1; epoch <= std::min(setting.epochs, kListedEpochs); ++epoch) {
    segments.push_back(segment(next, 1, noise.anchor()));
    segments.push_back(segment(next + 1, setting.length(epoch), noise.release()));
    next += 1 + setting.length(epoch);
  }
  const Index left = setting.epochs - kListedEpochs;
  if (left > 0) {
    segments.push_back(segment(next, left, noise.anchor()));
    segments.push_back(segment(next + 1, setting.releases() - next + 1 - left, noise.release()));
  }
  return segments;
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
  } else if (setting.releases_anchors() && setting.kind == SvrgKind::doubling) {
    warnings.push_back(
        "The theorem is not proven for noise that stays through an epoch: no bound is shown.");
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
  summary.iterations = setting.releases();
  summary.gradient_evaluations = gradient_evaluations(setting, release, input.facts.samples);
  summary.segments = segments_of(setting, noise);
  summary.parameters = resolved(input, setting, release);
  summary.claim = svrg_claim(input, parameters, setting, noise);
  add_curves(input, parameters, setting, noise, summary);
  add_warnings(input, parameters, setting, noise, summary);
  return summary;
}

}  // namespace noisy
