#pragma once

#include "engine/algorithm/erm/mirror_setting.h"

namespace noisy {

/// Mirror descent with one step size and noise in every gradient.
class NoisyMirrorDescentPlan final : public MirrorPlan {
 public:
  NoisyMirrorDescentPlan(double step_size, MirrorSetting mirror, ReleaseRule rule,
                         PlanSummary summary)
      : MirrorPlan(std::move(mirror), std::move(rule), std::move(summary)), step_size_(step_size) {}

  double step_size() const { return step_size_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  double step_size_;
};

/// Plans noisy mirror descent. With V = 2 (G^2 R_2^2 + sigma^2 W_C) and eta = sqrt(2 Theta / (T V))
/// the mean iterate's error is at most Theta / (eta t) + eta V / 2 after t steps, sqrt(2 Theta V /
/// T) at the end (derived).
///
/// @error as mirror_setting and full_batch_rule
Result<std::unique_ptr<AlgorithmPlan>> plan_noisy_mirror_descent(const PlanInput& input);

/// z_{k+1} = argmin over C of B_w(z, z_k) + eta <grad F(z_k) + noise, z>; what is yielded is the
/// mean of z_0 .. z_k, the points whose gradients were asked for.
Run noisy_mirror_descent(GradientOracle& data, const NoisyMirrorDescentPlan& plan, Vector start);

}  // namespace noisy
