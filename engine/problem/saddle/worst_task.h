#pragma once

#include "engine/problem/saddle/sparse_task_risk.h"

namespace noisy {

struct WorstTaskParameters {
  double radius = 1;                                  ///< r > 0
  Index tasks = 2;                                    ///< G >= 2
  const ScoreLoss* loss = &kLogisticScoresAboveCoin;  ///< l; it outlives the problem
  double target = 1;                                  ///< T > 0
};

/// One sparse linear model for the task that it does worst at (P3 of saddle-mirror-descent, 4.3):
/// a record holds d inputs and then G targets, which are clamped to [-T, T]. Every task weighs
/// c = 1 (SparseTaskRisk). To logistic losses a target is a label, by its sign.
///
/// In the Euclidean norm, for rows of at most B, with the bounds of l for M and T, and g = sqrt(2)
/// r B slope: L = sqrt(g^2 + G value^2), S_x = 2 g, S_y = sqrt(G) range, l_xx = 2 r^2 B^2 curvature
/// and l_xy = sqrt(G) g.
class WorstTaskRisk final : public SparseTaskRisk {
 public:
  explicit WorstTaskRisk(const WorstTaskParameters& parameters)
      : SparseTaskRisk(parameters.radius, *parameters.loss),
        tasks_(parameters.tasks),
        target_(parameters.target) {}

  Index dual_dimension(Index) const override { return tasks_; }
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  /// @error invalid-value at "tasks" where no column is left for inputs
  Result<void> check_features(Index features) const override;

 protected:
  Index inputs(Index features) const override { return features - tasks_; }
  void each_target(const SaddleRecord& record, TaskTargetVisitor visit) const override;

 private:
  Index tasks_;
  double target_;
};

}  // namespace noisy
