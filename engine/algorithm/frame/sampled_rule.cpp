#include "engine/algorithm/frame/sampled_rule.h"

#include <algorithm>
#include <cmath>

#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

/// Orders of the running total, as multiples of alpha* - 1. Few releases are judged best at large
/// orders, all of them at alpha*.
constexpr double kOrderStep = 1.5;
constexpr int kOrdersAbove = 14;

PrivacyTarget target_of(const PrivacyRequest& privacy) {
  return {.epsilon = privacy.epsilon, .delta = privacy.delta};
}

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
  const double bound = facts.l2_sensitivity;
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
  SampledRule rule;
  rule.samples_ = facts.samples;
  rule.releases_ = releases;
  rule.l2_sensitivity_ = facts.l2_sensitivity;
  rule.delta_ = privacy.delta;
  rule.release_ = {.form = form, .batch_size = batch_size, .mechanism = Mechanism::gaussian};
  const auto calibrated = privacy.calibration == Calibration::tight
                              ? rule.calibrate(privacy, work)
                              : rule.calibrate_by_formula(privacy);
  if (!calibrated) return std::unexpected(calibrated.error());
  rule.release_.cost = {CostUnit::renyi, rule.step_divergence(rule.order_), rule.order_};
  rule.certify(privacy);
  rule.tabulate();
  return rule;
}

double SampledRule::step_divergence(double order) const {
  return release_.form->renyi(release_, samples_, l2_sensitivity_, order);
}

Result<void> SampledRule::calibrate(const PrivacyRequest& privacy, math::Evaluations* work) {
  const double bound = l2_sensitivity_ / 2;
  if (release_.form->has_anchor()) {
    const auto found = calibrate_variance_reduced(
        {.samples = samples_, .batch_size = release_.batch_size, .steps = releases_},
        target_of(privacy), work);
    if (!found) return std::unexpected(found.error());
    release_.noise_scale = found->noise * bound;
    order_ = found->order;
  } else {
    const double batch = static_cast<double>(release_.batch_size);
    Releases releases{.steps = static_cast<double>(releases_),
                      .sampling_rate = batch / static_cast<double>(samples_),
                      .sampling = BatchSampling::without_replacement,
                      .neighbours = Neighbours::replace_one};
    const auto found = least_noise(releases, Accountant::rdp, target_of(privacy), work);
    if (!found) return std::unexpected(found.error());
    releases.noise_multiplier = *found;
    const auto proven = releases_epsilon(releases, Accountant::rdp, privacy.delta);
    if (!proven) return std::unexpected(proven.error());
    release_.noise_scale = *found * l2_sensitivity_ / batch;
    order_ = proven->order;
  }
  // The split of a step's noise is found to 1e-7: what that costs is made up for in noise.
  const double cap = renyi_cap(order_, privacy.epsilon, privacy.delta);
  constexpr int kMostCorrections = 100;
  for (int i = 0; i < kMostCorrections; ++i) {
    if (static_cast<double>(releases_) * step_divergence(order_) <= cap) {
      epsilon_ = privacy.epsilon;
      return {};
    }
    release_.noise_scale *= 1 + 1e-7;
  }
  return fail(ErrorCode::no_certificate, "privacy.epsilon",
              "no Renyi order proves this target: raise epsilon or delta");
}

Result<void> SampledRule::calibrate_by_formula(const PrivacyRequest& privacy) {
  if (!release_.form->has_anchor()) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "batches of gradients are calibrated by the accountant: use \"tight\"");
  }
  return calibrate_reduced(privacy);
}

Result<void> SampledRule::calibrate_reduced(const PrivacyRequest& privacy) {
  const VarianceReducedSchedule schedule{
      .samples = samples_, .batch_size = release_.batch_size, .steps = releases_};
  double noise = 0;
  switch (privacy.calibration) {
    case Calibration::advanced: {
      const auto found = advanced_variance_reduced_noise(schedule, target_of(privacy));
      if (!found) return std::unexpected(found.error());
      noise = *found;
      break;
    }
    case Calibration::paper: {
      const auto found = paper_variance_reduced_noise(schedule, target_of(privacy),
                                                      privacy.noise_constant.value_or(0));
      if (!found) return std::unexpected(found.error());
      noise = found->noise;
      if (!found->is_large_enough || !found->is_amplified) {
        warnings_.push_back(
            "Outside the theorem's range: with this batch the noise is too small, or the steps too "
            "few, for its proof. The epsilon shown is the accountant's.");
      }
      break;
    }
    default:
      return fail(ErrorCode::unsupported_option, "privacy.calibration",
                  "variance-reduced gradients are calibrated as tight, advanced or paper");
  }
  release_.noise_scale = noise * l2_sensitivity_ / 2;
  const RenyiBound proven = variance_reduced_epsilon(schedule, noise, privacy.delta);
  order_ = proven.order;
  epsilon_ = proven.value;
  return {};
}

void SampledRule::certify(const PrivacyRequest& privacy) {
  if (epsilon_ <= privacy.epsilon) return;
  reasons_.push_back(
      "this calibration is not proven for the request: the accountant proves epsilon = " +
      figure_text(epsilon_) + " for this noise, not " + figure_text(privacy.epsilon));
}

void SampledRule::tabulate() {
  const VarianceReducedNoise reduced{.samples = samples_,
                                     .batch_size = release_.batch_size,
                                     .noise = 2 * release_.noise_scale / l2_sensitivity_};
  const bool is_reduced = release_.form->has_anchor();
  // Any split is right; the best one at alpha* serves the others too.
  const double share = is_reduced ? best_variance_reduced_renyi(reduced, order_).share : 0;
  orders_ = {order_};
  divergences_ = {release_.cost.value};
  for (int i = 0; i < kOrdersAbove; ++i) {
    const double order = 1 + (orders_.back() - 1) * kOrderStep;
    divergences_.push_back(is_reduced ? variance_reduced_renyi(reduced, order, share)
                                      : step_divergence(order));
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
  const double epsilon = renyi_epsilon(orders_, divergences, delta_).value;
  return count >= static_cast<double>(releases_) ? std::min(epsilon, epsilon_) : epsilon;
}

}  // namespace noisy
