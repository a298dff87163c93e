#pragma once

#include "engine/algorithm/frame/release_rule.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// How DP-GD goes where only its last iterate is published.
struct LastIterateSetting {
  Index steps = 0;          ///< T
  double step_size = 0;     ///< eta
  double counted = 0;       ///< K <= T: what x_T costs, in gradients (counted_steps)
  Regularizer smooth_part;  ///< whose gradient is taken
  ProximalTerm term;        ///< the rest of r + I_C
};

/// One release of where T noisy steps end that nobody sees.
class LastIteratePlan final : public AlgorithmPlan {
 public:
  LastIteratePlan(LastIterateSetting setting, ReleaseRule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const LastIterateSetting& setting() const { return setting_; }

  const PlanSummary& summary() const override { return summary_; }
  bool adds_regularizer() const override { return false; }
  const ReleaseRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  LastIterateSetting setting_;
  ReleaseRule rule_;
  PlanSummary summary_;
};

/// The steps of DP-GD on all records, with the same Gaussian noise in each (last_iterate_form):
///
/// x_t = prox(eta, x_{t-1} - eta (grad F(x_{t-1}) + grad r(x_{t-1}) + noise))
///
/// Yields x_T, and nothing before.
Run last_iterate(GradientOracle& data, const LastIteratePlan& plan, Vector x);

/// Plans DP-GD that publishes its last iterate: sigma = sqrt(K) (S_2 / n) / sqrt(2 rho), K of
/// counted_steps, at the rho whose Gaussian is (epsilon, delta). T and the step's scale, where they
/// are not given, are those that end lowest with this noise (choose_length).
///
/// @error unsupported-option at "problem.loss" where that is not convex; unstable-step at
/// "stepSize" for steps that may expand;
///        unsupported-notion for pure DP; unsupported-mechanism for Laplace noise;
///        unsupported-option for drawn batches, other outputs, divisions and sensitivities,
///        theorems' numbers of steps, calibrations by theorems and hardened releases; as
///        ReleaseRule::create, ProximalTerm::create and read_accelerated_parameters
Result<std::unique_ptr<AlgorithmPlan>> plan_last_iterate(const PlanInput& input);

}  // namespace noisy
