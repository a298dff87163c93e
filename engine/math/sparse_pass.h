#pragma once

#include <span>
#include <vector>

#include "engine/math/aligned.h"
#include "engine/math/deadline.h"
#include "engine/math/kernel_table.h"
#include "engine/math/sparse_view.h"
#include "engine/math/thread_pool.h"

namespace noisy::math {

/// The sparse rows of a data set, and the same matrix by columns, each cut into segments of at most
/// kSegmentEntries entries in the order of the rows. Nothing here is owned.
struct SparseMatrixView {
  SparseView rows;
  SparseView segments;                    ///< of column 0, of column 1, ...; places are rows
  const Index* first_segments = nullptr;  ///< per column, and at the end the number of segments
  const double* targets = nullptr;        ///< one per row
  const double* residual_caps = nullptr;  ///< per row, bounds |derivative|; null for no bounds
  Index dimension = 0;
};

/// One pass over all rows of a sparse matrix that answers many queries, in windows of a few
/// milliseconds; as RowPass, for the losses of the same table.
///
/// First the margins u_i . x and the derivatives of all rows, by rows; then every coordinate of the
/// gradient as a sum over its own column. So no thread adds to what another adds to, and the bits
/// depend on the data and the query alone: not on threads, windows or the other queries. The cost
/// is two walks over the entries and what `dimension` vectors take; up to four points share it.
class SparsePass {
 public:
  /// @param pass, link  the loss, as for RowPass
  SparsePass(BlockPass pass, const void* link, const SparseMatrixView& view,
             std::vector<RowQuery> queries);

  /// Works until done or until the deadline has passed, at least one window.
  /// @return whether all queries are answered; if not, call again
  bool advance(ThreadPool& pool, const Deadline& deadline);

 private:
  void begin_group();
  void run_rows(ThreadPool& pool);
  void run_row_blocks(Index first_block, Index last_block);
  void run_segments(ThreadPool& pool);
  void finish_group(ThreadPool& pool);
  std::span<const RowQuery> group() const;
  Index blocks() const;

  BlockPass pass_;
  const void* link_;
  SparseMatrixView view_;
  std::vector<RowQuery> queries_;
  std::size_t first_query_ = 0;  ///< of the group at hand
  std::size_t group_size_ = 0;   ///< 0 between groups
  int points_ = 0;               ///< vectors that the rows are multiplied with: 1, 2 or 4
  int gradients_ = 0;            ///< derivatives kept per row: 0, 1, 2 or 4
  Index next_block_ = 0;         ///< first block of rows that the group has not seen
  Index next_segment_ = 0;
  AlignedDoubles vectors_;      ///< the points, interleaved
  AlignedDoubles derivatives_;  ///< of all rows, interleaved
  AlignedDoubles sums_;         ///< of all segments, interleaved
  AlignedDoubles values_;       ///< per block of rows, then per query
};

/// Answers a query over the given records at once, on this thread, record after record: for
/// mini-batches. The cost is that of their entries, plus clearing and adding two vectors of
/// `dimension` numbers: every coordinate is summed in twice the precision.
///
/// @param scratch  any vector; holds the low halves of the sums
void sum_sparse_rows(BlockPass pass, const void* link, const SparseMatrixView& view,
                     std::span<const Index> records, const RowQuery& query,
                     AlignedDoubles& scratch);

// What rounding does to a mean of record gradients that a SparsePass or sum_sparse_rows and one
// division by the number of records form is within mean_rounding_error (row_pass.h), as for dense
// rows: at most k = 36 + ceil(n / 256) roundings of u = 2^-53 per term. As there, a row's term is a
// function of the row and the point alone, and adding to zero is exact.
//
// - A pass: a coordinate has at most n terms, in segments of 1,024. A term is rounded in at most 17
//   additions within its chunk of 64, ceil(min(n, 1024) / 64) - 1 <= 15 between the chunks of its
//   segment, ceil(n / 1024) - 1 between segments, and in the division: together at most
//   17 + ceil(n / 64) <= 33 for n <= 1024 and 32 + ceil(n / 1024) beyond, never above k.
// - A mini-batch: two_sum loses nothing, so the low halves are the exact errors, each at most u
//   times the sum of the absolute terms so far. Adding n of them errs by at most n^2 u^2 times the
//   sum of the absolute terms; joining the halves and the division are two more roundings. Together
//   (2 + n^2 u) u, where n^2 u <= n / 256 for every n up to 2^45: never above k u.

}  // namespace noisy::math
