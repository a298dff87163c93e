#include "engine/algorithm/erm/per_epoch_rule.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/erm/reduced_noise.h"
#include "engine/algorithm/frame/sampled_rule.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/calibration/per_epoch_calibration.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

Result<void> check_request(const RiskFacts& facts, const PrivacyRequest& privacy,
                           Index batch_size) {
  if (const auto checked = check_sampled_request(facts, privacy); !checked) return checked;
  if (privacy.calibration != Calibration::tight) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "anchors that are noised once per epoch are calibrated by the accountant: use "
                "\"tight\", or anchorNoise \"per-step\"");
  }
  if (batch_size >= facts.samples) {
    return fail(ErrorCode::unsupported_option, "anchorNoise",
                "with all records the anchor cancels out of every step, and noise on it would only "
                "be added: use \"per-step\", or a smaller batchSize");
  }
  return {};
}

}  // namespace

Result<PerEpochRule> PerEpochRule::create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                          const SvrgSetting& setting, Index batch_size,
                                          double anchor_weight, math::Evaluations* work) {
  if (const auto checked = check_request(facts, privacy, batch_size); !checked) {
    return std::unexpected(checked.error());
  }
  const auto found =
      calibrate_per_epoch({.samples = facts.samples,
                           .batch_size = batch_size,
                           .epochs = setting.epochs,
                           .steps = setting.steps,
                           .anchor_weight = anchor_weight,
                           .difference = relative_change(facts)},
                          {.epsilon = privacy.epsilon, .delta = privacy.delta}, work);
  if (!found) return std::unexpected(found.error());
  const double bound = facts.l2_sensitivity / 2;
  PerEpochRule rule;
  rule.setting_ = setting;
  rule.delta_ = privacy.delta;
  rule.epsilon_ = privacy.epsilon;
  rule.order_ = found->order;
  rule.anchor_ = {.form = anchor_form(),
                  .batch_size = facts.samples,
                  .mechanism = Mechanism::gaussian,
                  .noise_scale = found->anchor_noise * bound};
  rule.difference_ = {.form = difference_form(),
                      .batch_size = batch_size,
                      .mechanism = Mechanism::gaussian,
                      .noise_scale = found->difference_noise * bound,
                      .details = details_of_change(relative_change(facts) * bound)};
  rule.tabulate(facts);
  rule.anchor_.cost = {CostUnit::renyi, rule.anchor_divergences_.front(), rule.order_};
  rule.difference_.cost = {CostUnit::renyi, rule.difference_divergences_.front(), rule.order_};
  return rule;
}

Release PerEpochRule::at(Index number) const {
  return setting_.anchors(number) > setting_.anchors(number - 1) ? anchor_ : difference_;
}

Cost PerEpochRule::cap() const {
  Cost all = static_cast<double>(setting_.epochs) * anchor_.cost;
  all.value += static_cast<double>(setting_.steps) * difference_.cost.value;
  return all;
}

std::vector<PlannedReleases> PerEpochRule::planned() const {
  return {{.first = anchor_, .last = anchor_, .count = setting_.epochs},
          {.first = difference_, .last = difference_, .count = setting_.steps}};
}

void PerEpochRule::tabulate(const RiskFacts& facts) {
  // As SampledRule: few releases are judged best at large orders, all of them at alpha*.
  constexpr double kOrderStep = 1.5;
  constexpr int kOrders = 15;
  double order = order_;
  for (int i = 0; i < kOrders; ++i) {
    const auto divergence = [&](const Release& release) {
      return release.form->renyi(release, facts.samples, facts.l2_sensitivity, order);
    };
    orders_.push_back(order);
    anchor_divergences_.push_back(divergence(anchor_));
    difference_divergences_.push_back(divergence(difference_));
    order = 1 + (order - 1) * kOrderStep;
  }
}

Index PerEpochRule::releases_at(double cost) const {
  const double half = 0.5 * std::min(anchor_.cost.value, difference_.cost.value);
  const auto cost_of = [&](Index epoch) {
    return anchor_.cost.value +
           static_cast<double>(setting_.length(epoch)) * difference_.cost.value;
  };
  Index done = 0;
  Index epoch = 1;
  if (setting_.kind == SvrgKind::restarted) {
    const double whole = std::floor((cost + half) / cost_of(1));
    cost -= whole * cost_of(1);
    done = static_cast<Index>(whole) * (1 + setting_.length(1));
  } else {
    for (; epoch <= setting_.epochs && cost + half >= cost_of(epoch); ++epoch) {
      cost -= cost_of(epoch);
      done += 1 + setting_.length(epoch);
    }
  }
  if (cost < half) return done;
  return done + 1 +
         static_cast<Index>(std::round((cost - anchor_.cost.value) / difference_.cost.value));
}

double PerEpochRule::spent(const Cost& cost) const {
  if (cost.value == 0) return 0;
  const Index releases = releases_at(cost.value);
  const Index anchors = setting_.anchors(releases);
  std::vector<double> divergences;
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    divergences.push_back(static_cast<double>(anchors) * anchor_divergences_[i] +
                          static_cast<double>(releases - anchors) * difference_divergences_[i]);
  }
  const double epsilon = renyi_epsilon(orders_, divergences, delta_).value;
  return releases >= setting_.releases() ? std::min(epsilon, epsilon_) : epsilon;
}

}  // namespace noisy
