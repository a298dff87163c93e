#pragma once

#include <vector>

#include "engine/algorithm/frame/release_rule.h"

namespace noisy {

/// Operators that a step asks for: the one where it stands, or that one and the one where it leads.
enum class OperatorSteps { descent_ascent, extragradient };

/// Which point a run hands out.
enum class DescentAscentOutput { average, last };

/// The steps of a run, before their noise.
struct DescentAscentSetting {
  OperatorSteps kind = OperatorSteps::descent_ascent;
  Index steps = 0;       ///< T
  Index batch_size = 1;  ///< m
  double step_size = 0;  ///< eta
  DescentAscentOutput output = DescentAscentOutput::average;

  /// Noisy operators of a run, each of a batch of its own.
  Index releases() const { return kind == OperatorSteps::extragradient ? 2 * steps : steps; }
};

/// Equal steps and the rule of their equal releases.
class DescentAscentPlan final : public AlgorithmPlan {
 public:
  DescentAscentPlan(const DescentAscentSetting& setting, ReleaseRule rule, Domain domain,
                    PlanSummary summary)
      : setting_(setting),
        rule_(std::move(rule)),
        release_(rule_.at(1)),
        domain_(std::move(domain)),
        summary_(std::move(summary)) {}

  const DescentAscentSetting& setting() const { return setting_; }
  const Release& release() const { return release_; }
  const Domain& domain() const { return domain_; }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  DescentAscentSetting setting_;
  ReleaseRule rule_;
  Release release_;
  Domain domain_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> descent_ascent_parameter_specs(OperatorSteps kind);

/// The step that minimizes D^2 / (2 eta T) + eta V / 2, the bound on the expected weak gap of the
/// mean of z_0 .. z_{T-1}, with V = L^2 + d s^2 at least the second moment of a released operator:
///
///     eta = D / sqrt(T V),   D = sqrt(D_x^2 + D_y^2)
///
/// @param facts  of a saddle problem
/// @param steps  T
/// @param noise  s
double descent_ascent_step(const RiskFacts& facts, Index steps, double noise);

/// Plans DP-SGDA, by default with descent_ascent_step().
///
/// @error invalid-value at "problem" when it needs the radius of a domain that is unbounded, at
///        "batchSize" above n; as ReleaseRule::create
Result<std::unique_ptr<AlgorithmPlan>> plan_descent_ascent(const PlanInput& input);

/// Plans NSEG: two operators a step, so that 2 T releases share the budget. Steps by default are as
/// long as those of DP-SGDA, and as many as take n^2 gradients: T = n^2 / (2 m).
///
/// @error as above; limit-exceeded at "iterations" above 10^9 releases
Result<std::unique_ptr<AlgorithmPlan>> plan_extragradient(const PlanInput& input);

}  // namespace noisy
