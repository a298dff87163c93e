#pragma once

#include "engine/privacy/calibration/geometric_weights.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {

/// The optimal budget of one step under sampling without replacement, as a function of its weight.
///
/// Minimize sum a_t / r_t^2 subject to sum g(r_t) = epsilon, g(r) = ln(1 + (m/n)(e^r - 1)). Both
/// are convex, so the stationarity condition 2 a_t / r_t^3 = nu g'(r_t) suffices. In logarithms,
/// with u = ln r, it reads psi(u) = 3u + ln g'(e^u) = ln a_t + shift; psi rises with slope >= 3.
class SubsampledRule {
 public:
  SubsampledRule(const SamplingAmplification& sampling, double shift)
      : sampling_(sampling), shift_(shift) {}

  /// ln r_t, the root of the condition. A function of its argument alone: no state between steps.
  double log_base_epsilon(double relative_log_weight) const;

  /// The same root, sought from a guess that is near it.
  double log_base_epsilon_near(double relative_log_weight, double guess) const;

  /// g(r_t): what the step costs.
  double step_epsilon(double relative_log_weight) const;

  /// psi(u) - shift: the relative log weight for which ln r = u is right.
  double condition(double log_base_epsilon) const;

  /// d psi / du.
  double condition_slope(double log_base_epsilon) const;

  const SamplingAmplification& sampling() const { return sampling_; }

 private:
  SamplingAmplification sampling_;
  double shift_;
};

/// A rule whose steps cost `sum` together.
struct SubsampledFit {
  SubsampledRule rule;
  double sum;  ///< compensated sum of rule.step_epsilon over all steps, within 1e-12 of the target
};

/// Finds the shift for which the steps cost `epsilon` together: safeguarded Newton in ln(sum).
///
/// @param top_epsilon_guess  a guess of the largest step's budget, > 0
SubsampledFit fit_subsampled_rule(const GeometricWeights& weights,
                                  const SamplingAmplification& sampling, double top_epsilon_guess,
                                  double epsilon);

}  // namespace noisy
