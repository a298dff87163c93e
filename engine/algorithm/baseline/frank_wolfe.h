#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/selection_rule.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// Frank-Wolfe whose every vertex is chosen by the exponential mechanism (Talwar, Thakurta and
/// Zhang 2015, "Nearly optimal private LASSO"); with exact choices where nothing is private.
class FrankWolfePlan final : public AlgorithmPlan {
 public:
  FrankWolfePlan(VertexSet vertices, SelectionRule rule, PlanSummary summary)
      : vertices_(std::move(vertices)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const VertexSet& vertices() const { return vertices_; }

  const PlanSummary& summary() const override { return summary_; }
  const SelectionRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  VertexSet vertices_;
  SelectionRule rule_;
  PlanSummary summary_;
};

/// Plans noisy Frank-Wolfe: how far a record moves a score, T by the least bound where none is
/// given, noise, bound (frank_wolfe_bound).
///
/// @error unsupported-domain for sets that are no hull of a list of vertices;
///        unsupported-regularizer for one without a gradient; invalid-value at
///        "problem.constants.smoothness"; infeasible-start and invalid-value at "start";
///        empty-data; as SelectionRule::create
Result<std::unique_ptr<AlgorithmPlan>> plan_frank_wolfe(const PlanInput& input);

/// With g_t = 2 / (t + 2), t = 0 .. T - 1:
///
/// v_t = a vertex with a small <v, grad F(x_t) + grad r(x_t)>, as the oracle chooses
/// x_{t+1} = (1 - g_t) x_t + g_t v_t
///
/// x_0 is public: the domain's centre, unless the file says otherwise. As g_0 = 1, x_1 is the first
/// vertex that is chosen, and x_t a mean of at most t vertices.
Run frank_wolfe(GradientOracle& data, const FrankWolfePlan& plan, Vector x);

}  // namespace noisy
