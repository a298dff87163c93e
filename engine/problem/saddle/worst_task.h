#pragma once

#include "engine/problem/saddle/sparse_logistic.h"

namespace noisy {

struct WorstTaskParameters {
  double radius = 1;  ///< r > 0
  Index tasks = 2;    ///< G >= 2
};

/// One sparse linear model for the task that it does worst at (P3 of saddle-mirror-descent, 4.3):
/// a record holds d inputs and then G labels, which are 1 where the number is above 0 and else -1.
/// Every task weighs c = 1 (SparseLogistic).
///
/// In the Euclidean norm, for rows of at most B, with g = sqrt(2) r B sigmoid(M) and v =
/// softplus(M)
/// - ln 2: L = sqrt(g^2 + G v^2), S_x = 2 g, S_y = sqrt(G) M because a task's loss differs by at
/// most M, l_xx = r^2 B^2 / 2 and l_xy = sqrt(G) g.
class WorstTaskLogistic final : public SparseLogistic {
 public:
  explicit WorstTaskLogistic(const WorstTaskParameters& parameters)
      : SparseLogistic(parameters.radius), tasks_(parameters.tasks) {}

  Index dual_dimension(Index) const override { return tasks_; }
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  /// @error invalid-value at "tasks" where no column is left for inputs
  Result<void> check_features(Index features) const override;

 protected:
  Index inputs(Index features) const override { return features - tasks_; }
  void labels_of(const SaddleRecord& record, std::vector<TaskLabel>& out) const override;

 private:
  Index tasks_;
};

}  // namespace noisy
