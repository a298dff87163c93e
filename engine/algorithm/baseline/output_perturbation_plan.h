#pragma once

#include "engine/algorithm/frame/release_rule.h"
#include "engine/problem/domain/proximal_term.h"

namespace noisy {

/// How exact descent goes, and what its end is released with.
struct OutputPerturbationSetting {
  Index steps = 0;          ///< T
  double step_size = 0;     ///< eta
  double sensitivity = 0;   ///< Delta_T of the last point, in L2
  Regularizer smooth_part;  ///< whose gradient is taken
  ProximalTerm term;        ///< the rest of r + I_C
};

/// One release after T steps that nobody sees.
class OutputPerturbationPlan final : public AlgorithmPlan {
 public:
  OutputPerturbationPlan(OutputPerturbationSetting setting, ReleaseRule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  Index steps() const { return setting_.steps; }
  double step_size() const { return setting_.step_size; }
  const Regularizer& smooth_part() const { return setting_.smooth_part; }
  const ProximalTerm& term() const { return setting_.term; }

  const PlanSummary& summary() const override { return summary_; }
  bool adds_regularizer() const override { return false; }
  const ReleaseRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  OutputPerturbationSetting setting_;
  ReleaseRule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> output_perturbation_specs();

/// Plans output perturbation: s = Delta_T times the noise multiplier of one Gaussian release,
/// the analytic one, or sqrt(2 ln(1.25/delta)) / epsilon with the calibration `paper`.
///
/// @error output-perturbation-requires-convexity; unstable-step at "stepSize" for steps whose
///        sensitivity is not known (descent_sensitivity); invalid-budget at "privacy.epsilon" above
///        1 with the calibration `paper`; unsupported-option for hardened releases; as
///        ReleaseRule::create, ProximalTerm::create and read_accelerated_parameters
Result<std::unique_ptr<AlgorithmPlan>> plan_output_perturbation(const PlanInput& input);

}  // namespace noisy
