#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/math/aligned.h"
#include "engine/math/deadline.h"
#include "engine/math/kernel_table.h"
#include "engine/math/thread_pool.h"

namespace noisy::math {

/// One pass over all rows that answers many queries, in windows of a few milliseconds.
///
/// Gradients and values are sums over the rows, not means. Block sums are added in block order, so
/// the bits depend on the data and the query alone: not on threads, windows, instruction set, the
/// other queries, or how the rows are stored. What the queries point at is cleared here, holds the
/// answer once advance() returned true, and nothing of use before. The view's memory and the points
/// must stay as they are meanwhile.
class RowPass {
 public:
  /// @param pass, link  the loss: one of the kernel table's, or row_kernel::Pass<Link, 2>::run
  RowPass(BlockPass pass, const void* link, const PanelView& view, std::vector<RowQuery> queries);

  /// The same over rows that lie one after another, as mini-batches like them: each thread packs
  /// one block after the other into panels, which then lie in its caches.
  RowPass(BlockPass pass, const void* link, const RowView& rows, std::vector<RowQuery> queries);

  /// Works until done or until the deadline has passed, at least one window.
  /// @return whether all queries are answered; if not, call again
  bool advance(ThreadPool& pool, const Deadline& deadline);

 private:
  void run_window(ThreadPool& pool, Index last_block, std::span<const RowQuery> batch);
  /// What is known of some blocks; packed rows are still to be packed.
  PanelView blocks_view(Index first_block, Index last_block) const;
  /// Adds the sums of some blocks to the queries, or to places of its own for each block.
  void pass_blocks(Index first_block, Index last_block, std::span<RowQuery> queries,
                   bool keeps_apart) const;
  void add_in_block_order(ThreadPool& pool, Index blocks, std::span<const RowQuery> batch);
  Index window_blocks(int threads, Index batch) const;

  BlockPass pass_;
  const void* link_;
  PanelView view_;                 ///< of packed rows the sizes alone
  std::optional<RowView> rows_;    ///< what windows are packed from
  std::vector<RowQuery> queries_;  ///< those that want a gradient first
  Index batch_size_ = 0;           ///< queries worked on together
  Index first_query_ = 0;          ///< of the batch at hand
  Index next_block_ = 0;           ///< first block that the batch has not seen
  AlignedDoubles partials_;        ///< block sums of one window: gradients, then values
};

/// Answers queries over all rows at once, on this thread, with the bits of RowPass: for
/// mini-batches. Queries that want a gradient come before those that do not.
void sum_rows(BlockPass pass, const void* link, const PanelView& view,
              std::span<const RowQuery> queries);

/// What rounding does to a mean of record gradients that a RowPass or sum_rows and one division by
/// the number of rows form: each coordinate's error is at most this times the mean of the absolute
/// values of what is added.
///
/// A row's term (a product, rounded) is a function of the row and the point alone; only additions
/// mix rows. A term goes through at most 31 of them within its lane of a block (32 panels, the
/// first addition is to zero), 3 between the lanes, one per block after the first, and the
/// division. With k = 36 + ceil(rows / 256) roundings of u = 2^-53 each,
///
///     |computed - exact| <= ((1 + u)^k - 1) mean|terms| <= k u / (1 - k u) mean|terms|
///
/// (Higham 2002, section 3.1; additions do not underflow). Summed over coordinates, or by the
/// triangle inequality in L2, the error's norm is at most this times the largest norm of one row's
/// computed gradient. Rounded up.
double mean_rounding_error(Index rows);

}  // namespace noisy::math
