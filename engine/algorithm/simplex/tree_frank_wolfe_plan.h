#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/form/tree_vertices.h"

namespace noisy {

/// Phases of growing trees on disjoint blocks, one release each.
class TreeFrankWolfePlan final : public AlgorithmPlan {
 public:
  TreeFrankWolfePlan(VertexSet vertices, std::vector<TreePhase> phases, FixedSchedule rule,
                     PlanSummary summary)
      : vertices_(std::move(vertices)),
        phases_(std::move(phases)),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const VertexSet& vertices() const { return vertices_; }
  const std::vector<TreePhase>& phases() const { return phases_; }

  const PlanSummary& summary() const override { return summary_; }
  const FixedSchedule& rule() const override { return rule_; }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override;
  Run start(GradientOracle& data, Vector start) const override;

 private:
  VertexSet vertices_;
  std::vector<TreePhase> phases_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> tree_frank_wolfe_specs();

/// Plans vr-frank-wolfe. R is the largest number of phases that there are records for and whose
/// noise and Frank-Wolfe error balance (tree_plan); without privacy the largest that there are
/// records for, 1 for linear losses. b is the largest root batch for R (tree_root_batch); scales
/// are the certified ones (tree_scale). All phases pay the whole budget, on disjoint records.
/// Calibration `paper` takes R, b and scales as Asi et al. print them. Nothing proves them, so that
/// their plans are never certified; they state what their noise costs by what is proven here.
///
/// @error invalid-value at "phases" and at "data" where there are too few records;
///        unsupported-mechanism, unsupported-option, conflicting-fields; infeasible-start and
///        invalid-value at "start"; as vertex_problem; invalid-budget
Result<std::unique_ptr<AlgorithmPlan>> plan_tree_frank_wolfe(const PlanInput& input);

}  // namespace noisy
