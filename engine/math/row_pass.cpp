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
  return std::max<Index>(1, std::min(by_time, by_memory));
}

PanelView RowPass::blocks_view(Index first_block, Index last_block) const {
  const Index first_row = first_block * kBlockRows;
  PanelView out = view_;
  out.rows = std::min(last_block * kBlockRows, view_.rows) - first_row;
  out.targets += first_row;
  if (out.residual_caps) out.residual_caps += first_row;
  if (!rows_) out.features += first_block * kBlockPanels * view_.stride;
  return out;
}

void RowPass::pass_blocks(Index first_block, Index last_block, std::span<RowQuery> queries,
                          bool keeps_apart) const {
  const Index gradient_step = keeps_apart ? view_.dimension : 0;
  const Index value_step = keeps_apart ? 1 : 0;
  const auto count = static_cast<Index>(queries.size());
  if (!rows_) {
    const PanelView blocks = blocks_view(first_block, last_block);
    pass_(link_, blocks, 0, blocks.blocks(), queries.data(), count, gradient_step, value_step);
    return;
  }
  AlignedDoubles panels;
  panels.resize(static_cast<std::size_t>(kBlockPanels * view_.stride));
  for (Index block = first_block; block < last_block; ++block) {
    PanelView packed = blocks_view(block, block + 1);
    pack_panels(rows_->features + block * kBlockRows * rows_->row_stride, rows_->row_stride,
                view_.dimension, packed.rows, panels.data(), view_.stride);
    packed.features = panels.data();
    pass_(link_, packed, 0, 1, queries.data(), count, 0, 0);
    for (RowQuery& query : queries) {
      if (query.gradient) query.gradient += gradient_step;
      if (query.value) query.value += value_step;
    }
  }
}

void RowPass::run_window(ThreadPool& pool, Index last_block, std::span<const RowQuery> batch) {
  const Index first_block = std::exchange(next_block_, last_block);
  const Index blocks = last_block - first_block;
  const auto count = static_cast<Index>(batch.size());
  const double operations = block_operations(view_.dimension) * static_cast<double>(blocks * count);
  if (pool.threads() == 1 || operations < kWorthSharing) {
    std::vector<RowQuery> all(batch.begin(), batch.end());
    pass_blocks(first_block, last_block, all, false);
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
    pass_blocks(first_block + from, first_block + to, mine, true);
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
