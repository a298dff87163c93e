#include "engine/algorithm/erm/svrg_noise.h"

#include "engine/algorithm/erm/reduced_noise.h"
#include "engine/privacy/calibration/per_epoch_calibration.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "engine/privacy/form/anchored.h"

namespace noisy {
namespace {

double anchor_weight(const SvrgParameters& parameters, const SvrgSetting& setting) {
  return parameters.anchor_weight.value_or(static_cast<double>(setting.length(setting.epochs)));
}

}  // namespace

Result<SvrgNoise> SvrgNoise::create(const PlanInput& input, const SvrgParameters& parameters,
                                    const SvrgSetting& setting, Index batch_size) {
  SvrgNoise noise;
  noise.release_ = {
      .form = setting.releases_anchors() ? difference_form() : variance_reduced_form(),
      .batch_size = batch_size};
  noise.anchor_ = {.form = anchor_form(), .batch_size = input.facts.samples};
  if (input.privacy.notion == Notion::none) {
    noise.rule_ = FixedSchedule(
        {{.first = noise.release_, .last = noise.release_, .count = setting.releases()}},
        {.unit = CostUnit::renyi}, {});
    return noise;
  }
  if (setting.releases_anchors()) {
    const auto calibrated = noise.calibrate_per_epoch(input, parameters, setting);
    if (!calibrated) return std::unexpected(calibrated.error());
    return noise;
  }
  if (batch_size == input.facts.samples) {
    const std::vector<WeightSegment> steps = {{.count = setting.steps}};
    PrivacyRequest privacy = input.privacy;
    privacy.mechanism = Mechanism::gaussian;
    auto rule = ReleaseRule::create(input.facts, privacy, Division::uniform,
                                    SensitivityRule::uniform, batch_size, steps, input.work.get());
    if (!rule) return std::unexpected(rule.error());
    rule->set_form(variance_reduced_form());
    noise.release_ = rule->at(1);
    noise.rule_ = *std::move(rule);
    return noise;
  }
  auto rule = variance_reduced_rule(input.facts, input.privacy, batch_size, setting.steps,
                                    input.work.get());
  if (!rule) return std::unexpected(rule.error());
  noise.release_ = rule->release();
  noise.warnings_ = rule->warnings();
  noise.rule_ = *std::move(rule);
  return noise;
}

Result<void> SvrgNoise::calibrate_per_epoch(const PlanInput& input,
                                            const SvrgParameters& parameters,
                                            const SvrgSetting& setting) {
  auto rule = PerEpochRule::create(input.facts, input.privacy, setting, release_.batch_size,
                                   anchor_weight(parameters, setting), input.work.get());
  if (!rule) return std::unexpected(rule.error());
  release_ = rule->difference();
  anchor_ = rule->anchor();
  rule_ = *std::move(rule);
  return {};
}

const BudgetRule& SvrgNoise::rule() const {
  return std::visit([](const auto& rule) -> const BudgetRule& { return rule; }, rule_);
}

Result<Index> svrg_batch_size(const SvrgParameters& parameters, const PlanInput& input,
                              const SvrgSetting& setting) {
  if (parameters.batch_size) return *parameters.batch_size;
  if (input.privacy.notion == Notion::none) return Index{1};
  if (input.privacy.notion == Notion::zcdp) return input.facts.samples;
  const PrivacyTarget target{.epsilon = input.privacy.epsilon, .delta = input.privacy.delta};
  if (setting.releases_anchors()) {
    return smallest_per_epoch_batch({.samples = input.facts.samples,
                                     .batch_size = 1,
                                     .epochs = setting.epochs,
                                     .steps = setting.steps,
                                     .anchor_weight = anchor_weight(parameters, setting),
                                     .difference = relative_change(input.facts)},
                                    target, input.work.get());
  }
  return smallest_batch({.samples = input.facts.samples,
                         .batch_size = 1,
                         .steps = setting.steps,
                         .difference = relative_change(input.facts)},
                        target, input.work.get());
}

}  // namespace noisy
