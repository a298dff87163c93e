#include "engine/math/row_pass.h"

#include <algorithm>
#include <utility>

#include "engine/math/panel_packing.h"

namespace noisy::math {
namespace {

/// Operations of one window per thread: about 2 ms in wasm.
constexpr double kWindowOperations = 2e7;
/// Below it, waking other threads costs more than it gains.
constexpr double kWorthSharing = 2e5;
/// Doubles that the block sums of a window may take: 16 MB.
constexpr Index kPartialDoubles = Index{2} << 20;
/// Doubles that the packed rows of a window may take: 8 MB.
constexpr Index kPackedDoubles = Index{1} << 20;
/// Queries worked on together; more would make one block of rows a long step.
constexpr Index kLargestBatch = 64;
/// Work units per thread, so that threads which started late or were interrupted are made up for.
constexpr Index kUnitsPerThread = 4;

/// Operations that one block costs for one query: two sweeps and some 40 for the link per row.
double block_operations(Index dimension) {
  return static_cast<double>(kBlockRows) * (4.0 * static_cast<double>(dimension) + 40.0);
}

void clear_answers(std::span<const RowQuery> queries, Index dimension) {
  for (const RowQuery& query : queries) {
    if (query.gradient) std::fill_n(query.gradient, dimension, 0.0);
    if (query.value) *query.value = 0.0;
  }
}

Index ceil_divide(Index a, Index b) {
  return (a + b - 1) / b;
}

}  // namespace

RowPass::RowPass(BlockPass pass, const void* link, const PanelView& view,
                 std::vector<RowQuery> queries)
    : pass_(pass), link_(link), view_(view), queries_(std::move(queries)) {
  std::stable_partition(queries_.begin(), queries_.end(),
                        [](const RowQuery& query) { return query.gradient != nullptr; });
  clear_answers(queries_, view.dimension);
  batch_size_ = std::clamp<Index>(kPartialDoubles / (4 * (view.dimension + 1)), 1, kLargestBatch);
}

RowPass::RowPass(BlockPass pass, const void* link, const RowView& rows,
                 std::vector<RowQuery> queries)
    : RowPass(pass, link,
              PanelView{.targets = rows.targets,
                        .residual_caps = rows.residual_caps,
                        .rows = rows.rows,
                        .dimension = rows.dimension,
                        .stride = panel_stride(rows.dimension)},
              std::move(queries)) {
  rows_ = rows;
}

bool RowPass::advance(ThreadPool& pool, const Deadline& deadline) {
  const auto count = static_cast<Index>(queries_.size());
  while (first_query_ < count) {
    const auto batch = std::span<const RowQuery>(queries_).subspan(
        static_cast<std::size_t>(first_query_),
        static_cast<std::size_t>(std::min(batch_size_, count - first_query_)));
    while (next_block_ < view_.blocks()) {
      const Index window = window_blocks(pool.threads(), static_cast<Index>(batch.size()));
      run_window(pool, std::min(next_block_ + window, view_.blocks()), batch);
      if (next_block_ < view_.blocks() && deadline.passed()) return false;
    }
    first_query_ += batch_size_;
    next_block_ = 0;
    if (first_query_ < count && deadline.passed()) return false;
  }
  return true;
}

Index RowPass::window_blocks(int threads, Index batch) const {
  const double operations = block_operations(view_.dimension) * static_cast<double>(batch);
  const auto by_time = static_cast<Index>(kWindowOperations * threads / operations);
  const Index by_memory = kPartialDoubles / (batch * (view_.dimension + 1));
  const Index by_packing = rows_ ? kPackedDoubles / (kBlockPanels * view_.stride) : view_.blocks();
  return std::max<Index>(1, std::min({by_time, by_memory, by_packing}));
}

PanelView RowPass::window_view(ThreadPool& pool, Index first_block, Index last_block) {
  const Index first_row = first_block * kBlockRows;
  const Index block_doubles = kBlockPanels * view_.stride;
  PanelView window = view_;
  window.rows = std::min(last_block * kBlockRows, view_.rows) - first_row;
  window.targets += first_row;
  if (window.residual_caps) window.residual_caps += first_row;
  if (!rows_) {
    window.features += first_block * block_doubles;
    return window;
  }
  panels_.resize(static_cast<std::size_t>(window.blocks() * block_doubles));
  window.features = panels_.data();
  const auto pack = [&](Index block) {
    const Index row = first_row + block * kBlockRows;
    pack_panels(rows_->features + row * rows_->row_stride, rows_->row_stride, view_.dimension,
                std::min(kBlockRows, view_.rows - row), panels_.data() + block * block_doubles,
                view_.stride);
  };
  pool.parallel_for(window.blocks(), pack);
  return window;
}

void RowPass::run_window(ThreadPool& pool, Index last_block, std::span<const RowQuery> batch) {
  const Index first_block = std::exchange(next_block_, last_block);
  const PanelView window = window_view(pool, first_block, last_block);
  const Index blocks = window.blocks();
  const auto count = static_cast<Index>(batch.size());
  const double operations = block_operations(view_.dimension) * static_cast<double>(blocks * count);
  if (pool.threads() == 1 || operations < kWorthSharing) {
    pass_(link_, window, 0, blocks, batch.data(), count, 0, 0);
    return;
  }
  // A unit is some blocks for some queries. Few blocks are shared out by queries as well.
  const Index wanted = kUnitsPerThread * pool.threads();
  const Index blocks_per_unit = ceil_divide(blocks, wanted);
  const Index block_units = ceil_divide(blocks, blocks_per_unit);
  const Index queries_per_unit =
      ceil_divide(count, std::min(count, ceil_divide(wanted, block_units)));
  const Index query_units = ceil_divide(count, queries_per_unit);

  const Index dimension = view_.dimension;
  partials_.resize(static_cast<std::size_t>(blocks * count * (dimension + 1)));
  double* values = partials_.data() + blocks * count * dimension;
  pool.parallel_for(block_units * query_units, [&](Index unit) {
    const Index from = unit / query_units * blocks_per_unit;
    const Index to = std::min(from + blocks_per_unit, blocks);
    const Index first = unit % query_units * queries_per_unit;
    const Index last = std::min(first + queries_per_unit, count);
    std::vector<RowQuery> mine(batch.begin() + first, batch.begin() + last);
    for (Index q = first; q < last; ++q) {
      RowQuery& query = mine[static_cast<std::size_t>(q - first)];
      if (query.gradient) {
        query.gradient = partials_.data() + (q * blocks + from) * dimension;
        std::fill_n(query.gradient, (to - from) * dimension, 0.0);
      }
      if (query.value) {
        query.value = values + q * blocks + from;
        std::fill_n(query.value, to - from, 0.0);
      }
    }
    pass_(link_, window, from, to, mine.data(), last - first, dimension, 1);
  });
  add_in_block_order(pool, blocks, batch);
}

void RowPass::add_in_block_order(ThreadPool& pool, Index blocks, std::span<const RowQuery> batch) {
  const Index dimension = view_.dimension;
  const auto count = static_cast<Index>(batch.size());
  const double* values = partials_.data() + blocks * count * dimension;
  pool.parallel_for(count, [&](Index q) {
    const RowQuery& query = batch[static_cast<std::size_t>(q)];
    for (Index block = 0; block < blocks; ++block) {
      if (query.gradient) {
        const double* partial = partials_.data() + (q * blocks + block) * dimension;
        for (Index j = 0; j < dimension; ++j) query.gradient[j] += partial[j];
      }
      if (query.value) *query.value += values[q * blocks + block];
    }
  });
}

double mean_rounding_error(Index rows) {
  const double roundings = 36.0 + static_cast<double>(ceil_divide(rows, kBlockRows));
  const double error = roundings * 0x1p-53;
  return error / (1.0 - error) * (1.0 + 0x1p-50);
}

void sum_rows(BlockPass pass, const void* link, const PanelView& view,
              std::span<const RowQuery> queries) {
  clear_answers(queries, view.dimension);
  pass(link, view, 0, view.blocks(), queries.data(), static_cast<Index>(queries.size()), 0, 0);
}

}  // namespace noisy::math
