#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/form/level_vertices.h"

namespace noisy {

/// The steps of a run; all of it is public.
struct BiasReducedDescentSetting {
  PublicLevels levels;
  LevelSchedule schedule;  ///< of T >= 2 steps; the last one's gradient is not asked for
  Index samples = 0;       ///< n
  double step_size = 0;    ///< tau
  double grid = 0;         ///< of hardened releases, else 0
  Index primal_size = 0;
  Index dual_size = 0;
  bool is_exact = false;  ///< nothing is drawn
};

/// Releases of one kind and scale, each of which costs what it adds to the dearest record's share.
class LevelsRule final : public ScheduledRule {
 public:
  /// @param release  all of them but for the cost's value
  /// @param totals   what the first 1, 2, .. releases cost together; of none that is noised: 0
  LevelsRule(const Release& release, std::vector<double> totals, const Worth& worth)
      : release_(release), totals_(std::move(totals)), worth_(worth) {}

  Cost cap() const override;
  Release at(Index number) const override;
  Index count() const override { return static_cast<Index>(totals_.size()); }
  std::vector<PlannedReleases> planned() const override;
  double spent(const Cost& cost) const override { return worth_.of(cost); }

 private:
  Release release_;
  std::vector<double> totals_;
  Worth worth_;
};

class BiasReducedDescentPlan final : public AlgorithmPlan {
 public:
  BiasReducedDescentPlan(BiasReducedDescentSetting setting, LevelsRule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const BiasReducedDescentSetting& setting() const { return setting_; }
  Release release(Index number) const { return rule_.at(number); }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override;
  /// The scores start at 0 whatever the start: at the centre of both simplices.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  BiasReducedDescentSetting setting_;
  LevelsRule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> bias_reduced_descent_specs();

/// Plans vertex-smd-bias-reduced. The levels are drawn here, from the seed `levelSeed` that is
/// public and belongs to nothing else, so that the plan states the cost of just these levels, and
/// all repeats share them. Where they are not given, M, U and alpha are those whose
/// explicit bound is least (least_bound_bias_reduced), or by rule `paper-scaling` those of Theorem
/// 3.14 (bias_reduced_parameters); tau is theirs or the longest that privacy allows: for the levels
/// that were drawn (calibration `tight`), or for any (`zcdp` and `paper`). Without privacy
/// U = n / 2 and alpha = 1.
///
/// The ledger counts what the dearest record pays in rho, which is less than the budget where tau
/// is below its cap.
///
/// @error unsupported-domain unless both domains are simplices of two vertices or more;
///        no-certificate at "stepSize" above the cap, which the message tells; invalid-value at
///        "levelBudget", "maxLevel", "batchDivisor" or "data", as draw_level_schedule, and at
///        "levelBudget" where the levels end after one step, which reads no data;
///        unsupported-option at "biasReduction" without a bound on third derivatives;
///        unsupported-mechanism, unsupported-option, conflicting-fields, unbounded-sensitivity; of
///        hardened releases as hardened_gradient_grid
Result<std::unique_ptr<AlgorithmPlan>> plan_bias_reduced_descent(const PlanInput& input);

}  // namespace noisy
