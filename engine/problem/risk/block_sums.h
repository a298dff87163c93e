#pragma once

#include <algorithm>
#include <vector>

#include "engine/math/index.h"
#include "engine/math/thread_pool.h"
#include "engine/problem/risk/point_queries.h"

namespace noisy {

/// Adds up what a query asks of rows, a block of them at a time, on all threads.
///
/// Blocks are added in their order, so that bits depend neither on threads nor on how many blocks
/// are under way at once. These are no more than what some megabytes have room for: of many rows
/// with a million coordinates a sum for each block would fill any memory.
///
/// `Sums` has begin(query), add(row) and add(other sums); begin() lets it hold the memory it has.
template <typename Sums>
class BlockSums {
 public:
  /// @param empty      sums of nothing
  /// @param rows       at least 1
  /// @param dimension  how many numbers a gradient has
  BlockSums(const Sums& empty, Index rows, Index dimension)
      : rows_(rows),
        blocks_((rows + kBlockRows - 1) / kBlockRows),
        parts_(static_cast<std::size_t>(at_once(dimension)), empty),
        total_(empty) {}

  /// What the query asks of all rows. Good until the next call.
  Sums& of(const PointQuery& query, math::ThreadPool& pool) {
    if (blocks_ == 1) return block(0, query, parts_.front());
    total_.begin(query);
    const auto count = std::ssize(parts_);
    for (Index first = 0; first < blocks_; first += count) {
      const Index taken = std::min<Index>(count, blocks_ - first);
      pool.parallel_for(
          taken, [&](Index i) { block(first + i, query, parts_[static_cast<std::size_t>(i)]); });
      for (Index i = 0; i < taken; ++i) total_.add(parts_[static_cast<std::size_t>(i)]);
    }
    return total_;
  }

 private:
  static constexpr Index kBlockRows = 256;
  /// So many numbers the sums of blocks under way hold together, if not more than kLeast do.
  static constexpr Index kNumbers = Index{1} << 20;
  static constexpr Index kLeast = 4;

  Index at_once(Index dimension) const {
    return std::min(blocks_, std::max(kLeast, kNumbers / std::max<Index>(dimension, 1)));
  }

  Sums& block(Index number, const PointQuery& query, Sums& sums) const {
    sums.begin(query);
    const Index last = std::min((number + 1) * kBlockRows, rows_);
    for (Index row = number * kBlockRows; row < last; ++row) sums.add(row);
    return sums;
  }

  Index rows_, blocks_;
  std::vector<Sums> parts_;
  Sums total_;
};

}  // namespace noisy
