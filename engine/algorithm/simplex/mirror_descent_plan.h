#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/simplex/vertex_descent.h"

namespace noisy {

/// T - 1 releases of one scale (numbered_release).
class VertexDrawsRule final : public ScheduledRule {
 public:
  VertexDrawsRule(const Release& first, StepRecords reads, Index count, const Worth& worth)
      : first_(first), reads_(reads), count_(count), worth_(worth) {}

  Cost cap() const override;
  Release at(Index number) const override { return numbered_release(first_, reads_, number); }
  Index count() const override { return count_; }
  std::vector<PlannedReleases> planned() const override;
  double spent(const Cost& cost) const override { return worth_.of(cost); }

 private:
  Release first_;
  StepRecords reads_;
  Index count_;
  Worth worth_;
};

/// Equal steps.
class MirrorDescentPlan final : public AlgorithmPlan {
 public:
  MirrorDescentPlan(const MirrorDescentSetting& setting, const VertexDrawsRule& rule,
                    PlanSummary summary)
      : setting_(setting), rule_(rule), summary_(std::move(summary)) {}

  const MirrorDescentSetting& setting() const { return setting_; }
  Release first_release() const { return rule_.at(1); }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override;
  /// The scores start at 0 whatever the start: at the centre of both simplices.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  MirrorDescentSetting setting_;
  VertexDrawsRule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> mirror_descent_specs();

/// Plans vertex-smd. Where they are not given, T, B and K are those of Theorem 3.1 with all
/// constants 1 (paper_scaled_mirror, by the part that mirror_rate says), or those whose bound is
/// least; tau is that of the bound, or the longest that privacy allows (mirror_step_cap). Without
/// privacy T = n, B = 1, and exact iterates take the vertices' place unless they are to be drawn
/// all the same. Passes `full-batch` read all records in every step (full_batch_mirror,
/// full_batch_step_cap; without privacy T = 1000).
///
/// The ledger counts what the steps cost in rho, which is less than the budget where tau is below
/// its cap.
///
/// @error unsupported-domain unless both domains are simplices of two vertices or more;
///        no-certificate at "stepSize" above the cap, which the message tells; invalid-value at
///        "iterations" above n in one pass; unsupported-option at "rule" for paper-scaling of
///        passes that are none of the paper's, at "drawVertices" with privacy;
///        unsupported-mechanism, unsupported-option, conflicting-fields,
///        unbounded-sensitivity; as paper_scaled_mirror
Result<std::unique_ptr<AlgorithmPlan>> plan_vertex_mirror_descent(const PlanInput& input);

}  // namespace noisy
