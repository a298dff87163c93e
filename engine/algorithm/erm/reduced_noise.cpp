#include "engine/algorithm/erm/reduced_noise.h"

#include <cmath>

#include "engine/privacy/calibration/variance_reduced_calibration.h"
#include "engine/privacy/form/anchored.h"
#include "engine/privacy/release/neighbour_move.h"

namespace noisy {
namespace {

/// In units of G, as the calibrations give it.
Result<SampledNoise> noise_for_target(const VarianceReducedSchedule& schedule,
                                      const PrivacyTarget& target, math::Evaluations* work) {
  const auto found = calibrate_variance_reduced(schedule, target, work);
  if (!found) return std::unexpected(found.error());
  return SampledNoise{.scale = found->noise,
                      .order = found->order,
                      .epsilon = target.epsilon,
                      .is_for_target = true};
}

/// Noise by a formula, and what the accountant proves for it.
Result<SampledNoise> noise_by_formula(const VarianceReducedSchedule& schedule,
                                      const PrivacyRequest& privacy, const PrivacyTarget& target) {
  SampledNoise out;
  if (privacy.calibration == Calibration::advanced) {
    const auto found = advanced_variance_reduced_noise(schedule, target);
    if (!found) return std::unexpected(found.error());
    out.scale = *found;
  } else {
    const auto found =
        paper_variance_reduced_noise(schedule, target, privacy.noise_constant.value_or(0));
    if (!found) return std::unexpected(found.error());
    out.scale = found->noise;
    if (!found->is_large_enough || !found->is_amplified) {
      out.warnings.push_back(
          "Outside the theorem's range: with this batch the noise is too small, or the steps too "
          "few, for its proof. The epsilon shown is the accountant's.");
    }
  }
  const RenyiBound proven = variance_reduced_epsilon(schedule, out.scale, target.delta);
  out.order = proven.order;
  out.epsilon = proven.value;
  return out;
}

}  // namespace

double relative_change(const RiskFacts& facts) {
  // The oracle refuses what its data do not enforce.
  if (!facts.bounds_within) return 2;
  const double change = change_bound(facts.l2_sensitivity, facts.bounds_within(HUGE_VAL));
  return change / (facts.l2_sensitivity / 2);
}

Result<SampledRule> variance_reduced_rule(const RiskFacts& facts, const PrivacyRequest& privacy,
                                          Index batch_size, Index releases,
                                          math::Evaluations* work) {
  if (const auto checked = check_sampled_request(facts, privacy); !checked) {
    return std::unexpected(checked.error());
  }
  const VarianceReducedSchedule schedule{.samples = facts.samples,
                                         .batch_size = batch_size,
                                         .steps = releases,
                                         .difference = relative_change(facts)};
  const PrivacyTarget target{.epsilon = privacy.epsilon, .delta = privacy.delta};
  const bool is_by_formula =
      privacy.calibration == Calibration::advanced || privacy.calibration == Calibration::paper;
  if (!is_by_formula && privacy.calibration != Calibration::tight) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "variance-reduced gradients are calibrated as tight, advanced or paper");
  }
  auto noise = is_by_formula ? noise_by_formula(schedule, privacy, target)
                             : noise_for_target(schedule, target, work);
  if (!noise) return std::unexpected(noise.error());
  const double bound = facts.l2_sensitivity / 2;
  noise->scale *= bound;
  return SampledRule::of_noise(facts, privacy,
                               {.form = variance_reduced_form(),
                                .batch_size = batch_size,
                                .details = details_of_change(bound * relative_change(facts))},
                               *std::move(noise), releases);
}

}  // namespace noisy
