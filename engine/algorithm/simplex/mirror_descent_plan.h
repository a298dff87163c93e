#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/simplex/vertex_descent.h"

namespace noisy {

/// Equal steps and their equal releases, T - 1 of them.
class MirrorDescentPlan final : public AlgorithmPlan {
 public:
  MirrorDescentPlan(const MirrorDescentSetting& setting, const Release& release, FixedSchedule rule,
                    PlanSummary summary)
      : setting_(setting),
        release_(release),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const MirrorDescentSetting& setting() const { return setting_; }
  const Release& release() const { return release_; }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  /// The scores start at 0 whatever the start: at the centre of both simplices.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  MirrorDescentSetting setting_;
  Release release_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> mirror_descent_specs();

/// Plans vertex-smd. Where they are not given, T, B and K are those of Theorem 3.1 with all
/// constants 1 (paper_scaled_mirror, by the part that mirror_rate says), or those whose bound is
/// least; tau is that of the bound, or the longest that privacy allows (mirror_step_cap). Without
/// privacy T = n, B = 1.
///
/// The ledger counts what the steps cost in rho, which is less than the budget where tau is below
/// its cap.
///
/// @error unsupported-domain unless both domains are simplices of two vertices or more;
///        no-certificate at "stepSize" above the cap, which the message tells; invalid-value at
///        "iterations" above n; unsupported-mechanism, unsupported-option, conflicting-fields,
///        unbounded-sensitivity; as paper_scaled_mirror
Result<std::unique_ptr<AlgorithmPlan>> plan_vertex_mirror_descent(const PlanInput& input);

}  // namespace noisy
