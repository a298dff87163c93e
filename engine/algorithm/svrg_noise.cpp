#include "engine/algorithm/svrg_noise.h"

#include <algorithm>
#include <limits>

#include "engine/privacy/variance_reduced_calibration.h"

namespace noisy {

Result<SvrgNoise> SvrgNoise::create(const PlanInput& input, const SvrgSetting& setting,
                                    Index batch_size) {
  SvrgNoise noise;
  noise.release_ = {.form = ReleaseForm::variance_reduced, .batch_size = batch_size};
  if (input.privacy.notion == Notion::none) return noise;
  if (batch_size == input.facts.samples) {
    const std::vector<WeightSegment> steps = {{.count = setting.releases}};
    PrivacyRequest privacy = input.privacy;
    privacy.mechanism = Mechanism::gaussian;
    auto rule = ReleaseRule::create(input.facts, privacy, Division::uniform,
                                    SensitivityRule::uniform, batch_size, steps);
    if (!rule) return std::unexpected(rule.error());
    noise.release_ = rule->at(1);
    noise.release_.form = ReleaseForm::variance_reduced;
    noise.rule_ = *std::move(rule);
    return noise;
  }
  auto rule = SampledRule::create(input.facts, input.privacy, ReleaseForm::variance_reduced,
                                  batch_size, setting.releases);
  if (!rule) return std::unexpected(rule.error());
  noise.release_ = rule->release();
  noise.warnings_ = rule->warnings();
  noise.rule_ = *std::move(rule);
  return noise;
}

CostUnit SvrgNoise::cost_unit() const {
  if (const auto* rule = std::get_if<ReleaseRule>(&rule_)) return rule->cost_unit();
  return CostUnit::renyi;
}

double SvrgNoise::budget() const {
  if (const auto* rule = std::get_if<ReleaseRule>(&rule_)) return rule->budget();
  if (const auto* rule = std::get_if<SampledRule>(&rule_)) return rule->budget();
  return 0;
}

double SvrgNoise::renyi_order() const {
  const auto* rule = std::get_if<SampledRule>(&rule_);
  return rule ? rule->renyi_order() : 0;
}

double SvrgNoise::spent(double cost) const {
  if (const auto* rule = std::get_if<ReleaseRule>(&rule_)) return rule->spent(cost);
  if (const auto* rule = std::get_if<SampledRule>(&rule_)) return rule->spent(cost);
  return std::numeric_limits<double>::quiet_NaN();
}

void SvrgNoise::fill(PrivacyClaim& claim) const {
  if (const auto* rule = std::get_if<ReleaseRule>(&rule_)) {
    claim.release = rule->release_kind();
    if (claim.notion == Notion::zcdp) claim.rho = rule->budget();
    if (claim.notion == Notion::approximate) claim.epsilon = rule->proven_epsilon();
    std::ranges::copy(rule->reasons(), std::back_inserter(claim.reasons));
  } else if (const auto* sampled = std::get_if<SampledRule>(&rule_)) {
    claim.epsilon = sampled->epsilon();
    std::ranges::copy(sampled->reasons(), std::back_inserter(claim.reasons));
  }
}

Result<Index> svrg_batch_size(const SvrgParameters& parameters, const PlanInput& input,
                              const SvrgSetting& setting) {
  if (parameters.batch_size) return *parameters.batch_size;
  if (input.privacy.notion == Notion::none) return Index{1};
  if (input.privacy.notion == Notion::zcdp) return input.facts.samples;
  return smallest_batch(
      {.samples = input.facts.samples, .batch_size = 1, .steps = setting.releases},
      {.epsilon = input.privacy.epsilon, .delta = input.privacy.delta});
}

}  // namespace noisy
