#pragma once

#include "engine/problem/saddle/group_risk.h"
#include "engine/problem/saddle/sparse_task_risk.h"

namespace noisy {

/// GroupRiskLoss with sparse weights: the groups are the tasks, of which a record belongs to one,
/// and it weighs 1 / pi_g there (SparseTaskRisk, with c = 1 / pi of the smallest share).
///
/// In the Euclidean norm, for rows of at most B, with the bounds of l for M and T, and g = sqrt(2)
/// r B slope: L = c sqrt(g^2 + value^2), S_x = 2 c g, l_xx = 2 c r^2 B^2 curvature and l_xy = c g.
/// S_y is the larger of c range, of two records of one group, and value sqrt(1 / pi_g^2 + 1 /
/// pi_h^2), of the two smallest groups.
class SparseGroupRisk final : public SparseTaskRisk {
 public:
  /// @error as GroupRiskLoss::make
  static Result<SparseGroupRisk> make(const GroupRiskParameters& parameters);

  Index dual_dimension(Index features) const override { return groups_.dual_dimension(features); }
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Result<void> check_features(Index features) const override {
    return groups_.check_features(features);
  }
  bool takes_sparse() const override { return true; }
  LinearModel model(Index features) const override {
    return {.size = features, .is_signed = true, .scale = radius()};
  }

 protected:
  Index inputs(Index features) const override { return features; }
  void each_target(const SaddleRecord& record, TaskTargetVisitor visit) const override;

 private:
  explicit SparseGroupRisk(GroupRiskLoss groups)
      : SparseTaskRisk(groups.parameters().radius, *groups.parameters().loss),
        groups_(std::move(groups)) {}

  GroupRiskLoss groups_;
};

}  // namespace noisy
