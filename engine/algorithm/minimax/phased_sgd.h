#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// One pass and what is released of it.
struct PassStep {
  Release release;
  double step_size = 0;  ///< eta_i
};

/// Phased SGD (Feldman, Koren, Talwar 2020; bring-your-own-minimax, 2.9, B2): phases i = 1 .. K,
/// K = floor(log2 n), on disjoint blocks of n_i = floor(n / 2^i) records, each one pass of steps
/// eta_i = eta / 4^i that starts where the phase before ended:
///
///     x_i = P( mean point of the pass + sigma_i N(0, I) ),   sigma_i = c eta_i S
class PhasedSgdPlan final : public AlgorithmPlan {
 public:
  PhasedSgdPlan(std::vector<PassStep> steps, std::shared_ptr<const ScheduledRule> rule,
                const PlanInput& input, PlanSummary summary)
      : steps_(std::move(steps)),
        rule_(std::move(rule)),
        smooth_part_(input.regularizer),
        domain_(input.domain),
        summary_(std::move(summary)) {}

  const std::vector<PassStep>& steps() const { return steps_; }
  const Regularizer& smooth_part() const { return smooth_part_; }
  const Domain& domain() const { return domain_; }

  const PlanSummary& summary() const override { return summary_; }
  bool adds_regularizer() const override { return false; }
  const BudgetRule& rule() const override { return *rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  std::vector<PassStep> steps_;
  std::shared_ptr<const ScheduledRule> rule_;
  Regularizer smooth_part_;
  Domain domain_;
  PlanSummary summary_;
};

/// Yields x_1, x_2, ..
Run phased_sgd(GradientOracle& data, const PhasedSgdPlan& plan, Vector x);

std::vector<ParameterSpec> phased_sgd_specs();

/// Plans it. By default, with D how far the solution may be from the start and G the longest
/// gradient of a record,
///
///     eta = (D / G) min{ 4 / sqrt(n), epsilon / sqrt(d ln(1/delta)) }
///
/// in zCDP with 2 sqrt(rho) for epsilon / sqrt(ln(1/delta)), without privacy with the first term
/// alone; at most 2 / (L + mu), so that every eta_i keeps a pass's sensitivity known (pass_mean.h).
///
/// @error needs-convexity; unbounded-sensitivity; unsupported-domain without a projection;
///        unsupported-regularizer unless smooth; unsupported-option for losses without a bound on
///        smoothness, for records that cannot be taken apart, for hardened releases and for
///        calibrations but tight and zcdp; unstable-step at "stepSize" above 2 / (L + mu);
///        invalid-value at "data" below two records; as solution_noise_multiplier
Result<std::unique_ptr<AlgorithmPlan>> plan_phased_sgd(const PlanInput& input);

}  // namespace noisy
