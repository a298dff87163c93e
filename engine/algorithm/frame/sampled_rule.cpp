#include "engine/algorithm/frame/sampled_rule.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/algorithm/frame/record_move.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/hockey_stick_account.h"

namespace noisy {
namespace {

/// Orders of the running total, as multiples of alpha* - 1. Few releases are judged best at large
/// orders, all of them at alpha*.
constexpr double kOrderStep = 1.5;
constexpr int kOrdersAbove = 14;

}  // namespace

Result<void> check_sampled_request(const RiskFacts& facts, const PrivacyRequest& privacy) {
  if (privacy.notion != Notion::approximate) {
    return fail(ErrorCode::unsupported_notion, "privacy.notion",
                "Gaussian noise on drawn batches is accounted by Renyi divergences, which prove "
                "(epsilon, delta): use \"approximate\", or all records in every step");
  }
  if (privacy.mechanism.value_or(Mechanism::gaussian) != Mechanism::gaussian) {
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                "drawn batches under (epsilon, delta) take Gaussian noise here");
  }
  if (privacy.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "hardened noise on drawn batches is not proven: use \"floating\" releases, or all "
                "records in every step");
  }
  const double bound = record_move(facts, privacy.neighbours);
  if (!(bound > 0) || !std::isfinite(bound)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "a finite gradient sensitivity is required: bound the rows (preprocess clip-rows "
                "or scale-columns) or the domain, or set problem.gradientClip");
  }
  return {};
}

Result<SampledRule> SampledRule::create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                        const ReleaseForm* form, Index batch_size, Index releases,
                                        math::Evaluations* work) {
  if (const auto checked = check_sampled_request(facts, privacy); !checked) {
    return std::unexpected(checked.error());
  }
  if (privacy.calibration != Calibration::tight) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "batches of gradients are calibrated by the accountant: use \"tight\"");
  }
  const double batch = static_cast<double>(batch_size);
  const bool is_by_chance = draws_by_chance(*form);
  Releases some{
      .steps = static_cast<double>(releases),
      .sampling_rate = batch / static_cast<double>(facts.samples),
      .sampling = is_by_chance ? BatchSampling::poisson : BatchSampling::without_replacement,
      .neighbours = privacy.neighbours};
  const PrivacyTarget target{.epsilon = privacy.epsilon, .delta = privacy.delta};
  const auto found = least_noise(some, Accountant::rdp, target, work);
  if (!found) return std::unexpected(found.error());
  some.noise_multiplier = *found;
  some.noise_multiplier = less_noise(some, target, work);
  const auto proven = releases_epsilon(some, Accountant::rdp, privacy.delta);
  if (!proven) return std::unexpected(proven.error());
  return of_noise(facts, privacy, {.form = form, .batch_size = batch_size},
                  {.scale = some.noise_multiplier * record_move(facts, privacy.neighbours) / batch,
                   .order = proven->order,
                   .epsilon = privacy.epsilon,
                   .is_for_target = true},
                  releases);
}

Result<SampledRule> SampledRule::of_noise(const RiskFacts& facts, const PrivacyRequest& privacy,
                                          const Release& release, SampledNoise noise,
                                          Index releases) {
  if (const auto checked = check_sampled_request(facts, privacy); !checked) {
    return std::unexpected(checked.error());
  }
  SampledRule rule;
  rule.samples_ = facts.samples;
  rule.releases_ = releases;
  rule.l2_sensitivity_ = record_move(facts, privacy.neighbours);
  rule.delta_ = privacy.delta;
  rule.epsilon_ = noise.epsilon;
  rule.order_ = noise.order;
  rule.release_ = release;
  rule.release_.mechanism = Mechanism::gaussian;
  rule.release_.noise_scale = noise.scale;
  rule.warnings_ = std::move(noise.warnings);
  if (noise.is_for_target) {
    if (auto met = rule.meet(privacy); !met) return std::unexpected(met.error());
  }
  rule.release_.cost = {CostUnit::renyi, rule.step_divergence(rule.order_), rule.order_,
                        privacy.neighbours};
  rule.certify(privacy);
  rule.tabulate();
  return rule;
}

double SampledRule::step_divergence(double order) const {
  return release_.form->renyi(release_, samples_, l2_sensitivity_, order);
}

/// The last digits of a search: what they cost is made up for in noise.
Result<void> SampledRule::meet(const PrivacyRequest& privacy) {
  const double cap = renyi_cap(order_, privacy.epsilon, privacy.delta);
  constexpr int kMostCorrections = 100;
  for (int i = 0; i < kMostCorrections; ++i) {
    const bool is_proven =
        static_cast<double>(releases_) * step_divergence(order_) <= cap ||
        hockey_stick_epsilon(release_, samples_, l2_sensitivity_, static_cast<double>(releases_),
                             privacy.delta) <= privacy.epsilon;
    if (is_proven) return {};
    release_.noise_scale *= 1 + 1e-7;
  }
  return fail(ErrorCode::no_certificate, "privacy.epsilon",
              "no Renyi order proves this target: raise epsilon or delta");
}

void SampledRule::certify(const PrivacyRequest& privacy) {
  if (epsilon_ <= privacy.epsilon) return;
  reasons_.push_back(
      "this calibration is not proven for the request: the accountant proves epsilon = " +
      figure_text(epsilon_) + " for this noise, not " + figure_text(privacy.epsilon));
}

void SampledRule::tabulate() {
  orders_ = {order_};
  divergences_ = {release_.cost.value};
  for (int i = 0; i < kOrdersAbove; ++i) {
    const double order = 1 + (orders_.back() - 1) * kOrderStep;
    divergences_.push_back(step_divergence(order));
    orders_.push_back(order);
  }
}

void SampledRule::state(PrivacyClaim& claim) const {
  claim.epsilon = epsilon_;
  claim.reasons.insert(claim.reasons.end(), reasons_.begin(), reasons_.end());
}

double SampledRule::spent(const Cost& cost) const {
  if (cost.value == 0) return 0;
  const double count = std::round(cost.value / release_.cost.value);
  std::vector<double> divergences;
  for (const double divergence : divergences_) divergences.push_back(count * divergence);
  return std::min(renyi_epsilon(orders_, divergences, delta_).value, epsilon_);
}

}  // namespace noisy
