#pragma once

#include <optional>
#include <vector>

#include "engine/algorithm/frame/release_rule.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// The steps of a run; all of it is public.
struct GaussianDescentSetting {
  Index steps = 2;           ///< T >= 2; the last one's gradient is not asked for
  Index block_size = 1;      ///< B, the records of one step
  double step_size = 0;      ///< tau
  std::vector<Index> sizes;  ///< of the simplices: of vertices' weights, or of x and y

  Index size() const;
};

/// Equal noise on every block: what the first release is charged is what all of them cost, as no
/// record stands in two blocks.
class BlocksInTurnRule final : public ScheduledRule {
 public:
  /// @param one      the rule of one release of all records, which costs as much
  /// @param release  the first one
  BlocksInTurnRule(ReleaseRule one, const Release& release, Index count)
      : one_(std::move(one)), release_(release), count_(count) {}

  Cost cap() const override { return one_.cap(); }
  Release at(Index number) const override;
  Index count() const override { return count_; }
  std::vector<PlannedReleases> planned() const override;
  double spent(const Cost& cost) const override { return one_.spent(cost); }
  void state(PrivacyClaim& claim) const override { one_.state(claim); }

 private:
  ReleaseRule one_;
  Release release_;
  Index count_;
};

class GaussianDescentPlan final : public AlgorithmPlan {
 public:
  /// @param vertices  of the domain; nothing of a saddle problem
  GaussianDescentPlan(Domain domain, std::optional<VertexSet> vertices,
                      GaussianDescentSetting setting, BlocksInTurnRule rule, PlanSummary summary)
      : domain_(std::move(domain)),
        vertices_(std::move(vertices)),
        setting_(std::move(setting)),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const Domain& domain() const { return domain_; }
  const std::optional<VertexSet>& vertices() const { return vertices_; }
  const GaussianDescentSetting& setting() const { return setting_; }

  const PlanSummary& summary() const override { return summary_; }
  const BlocksInTurnRule& rule() const override { return rule_; }
  /// The scores start at 0 whatever the start.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  Domain domain_;
  std::optional<VertexSet> vertices_;
  GaussianDescentSetting setting_;
  BlocksInTurnRule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> gaussian_descent_specs();

/// Plans noisy-smd. T and tau are those whose bound is least (gaussian_batches,
/// gaussian_step_size). Without privacy T = n, B = 1: stochastic mirror descent.
///
/// @error unsupported-domain; unbounded-sensitivity; empty-data; invalid-value at "iterations"
///        above n; unsupported-option of hardened releases; as ReleaseRule::create
Result<std::unique_ptr<AlgorithmPlan>> plan_gaussian_descent(const PlanInput& input);

}  // namespace noisy
