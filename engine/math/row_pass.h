#pragma once

#include <vector>

#include "engine/math/deadline.h"
#include "engine/math/kernel_table.h"
#include "engine/math/panel_view.h"
#include "engine/math/thread_pool.h"

namespace noisy::math {

/// One pass over all rows that answers many queries, in windows of blocks of a few milliseconds.
///
/// Every block's sums are added to the answers in block order, whether one thread adds them in
/// place or several threads form them apart: the bits depend neither on threads, nor on windows,
/// nor on the other queries.
class RowPass {
 public:
  /// @param pass, link  the loss
  /// @param view        must stay as it is until the pass has ended
  /// @param queries     targets are overwritten: sums over all rows
  RowPass(BlockPass pass, const void* link, const PanelView& view, std::vector<RowQuery> queries);

  /// Works until the rows or the time end; true when the answers are complete.
  bool advance(ThreadPool& pool, const Deadline& deadline);

 private:
  Index window() const;
  void add_in_place(Index last);
  void add_in_parallel(ThreadPool& pool, Index last);
  void form_partial_sums(Index first_block, Index last_block, Index first_query, Index last_query,
                         Index window_blocks);
  void combine(Index query, Index window_blocks);

  BlockPass pass_;
  const void* link_;
  PanelView view_;
  std::vector<RowQuery> queries_;  ///< those that want a gradient first
  Index next_block_ = 0;
  std::vector<double> partial_gradients_;  ///< [query][block of the window][column]
  std::vector<double> partial_values_;     ///< [query][block of the window]
};

}  // namespace noisy::math
