#pragma once

#include <vector>

#include "engine/data/dense_data.h"
#include "engine/math/aligned.h"
#include "engine/problem/finite_sum.h"
#include "engine/problem/loss.h"

namespace noisy {

/// A pass over rows that lie one after the other, as mini-batches like them: each block is packed
/// into panels and then answered, with the bits of a pass over panels. One thread; meant for the
/// diagnostics of runs whose gradients are mini-batches.
class RowLayoutPass final : public Pass {
 public:
  RowLayoutPass(const DenseData& data, const std::vector<double>& caps, const LinearLoss& loss,
                std::span<const PointQuery> queries);

  bool advance(ThreadPool& pool, const Deadline& deadline) override;

 private:
  void add_block();

  const DenseData& data_;
  const double* caps_;  ///< null without clipping
  LinearLoss loss_;
  std::vector<PointQuery> queries_;
  std::vector<math::RowQuery> row_queries_;  ///< those that want a gradient first
  math::AlignedDoubles panels_;
  Index next_row_ = 0;
};

}  // namespace noisy
