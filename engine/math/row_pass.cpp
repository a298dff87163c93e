#include "engine/math/row_pass.h"

#include <algorithm>

namespace noisy::math {
namespace {

/// Multiply-adds of a window: about 2 ms on one thread of a slow machine.
constexpr Index kWindowWork = 10'000'000;
/// Most doubles of partial sums, 16 MB.
constexpr Index kMostPartialSums = 2'000'000;
/// Queries that share a task: what the kernel handles in one sweep.
constexpr Index kQueryGroup = 16;
/// Tasks per thread, so that a thread that finishes early finds more.
constexpr Index kTasksPerThread = 4;

Index divide_up(Index a, Index b) {
  return (a + b - 1) / b;
}

}  // namespace

RowPass::RowPass(BlockPass pass, const void* link, const PanelView& view,
                 std::vector<RowQuery> queries)
    : pass_(pass), link_(link), view_(view), queries_(std::move(queries)) {
  std::ranges::stable_partition(queries_,
                                [](const RowQuery& query) { return query.gradient != nullptr; });
  for (const RowQuery& query : queries_) {
    if (query.gradient) std::fill_n(query.gradient, view_.dimension, 0.0);
    if (query.value) *query.value = 0;
  }
}

bool RowPass::advance(ThreadPool& pool, const Deadline& deadline) {
  while (next_block_ < view_.blocks()) {
    const bool alone = pool.threads() == 1;
    const Index last = std::min(view_.blocks(), next_block_ + window() * pool.threads());
    if (alone) {
      add_in_place(last);
    } else {
      add_in_parallel(pool, last);
    }
    next_block_ = last;
    if (next_block_ < view_.blocks() && deadline.passed()) return false;
  }
  return true;
}

Index RowPass::window() const {
  const Index queries = static_cast<Index>(queries_.size());
  const Index work = 2 * kBlockRows * std::max<Index>(1, view_.dimension * queries);
  const Index sums = std::max<Index>(1, (view_.dimension + 1) * queries);
  return std::max<Index>(1, std::min(kWindowWork / work, kMostPartialSums / sums));
}

void RowPass::add_in_place(Index last) {
  pass_(link_, view_, next_block_, last, queries_.data(), static_cast<Index>(queries_.size()), 0,
        0);
}

void RowPass::add_in_parallel(ThreadPool& pool, Index last) {
  const Index blocks = last - next_block_;
  const Index queries = static_cast<Index>(queries_.size());
  partial_gradients_.resize(static_cast<std::size_t>(blocks * queries * view_.dimension));
  partial_values_.resize(static_cast<std::size_t>(blocks * queries));

  const Index groups = divide_up(queries, kQueryGroup);
  const Index wanted = divide_up(kTasksPerThread * pool.threads(), std::max<Index>(1, groups));
  const Index chunk = divide_up(blocks, std::min(blocks, wanted));
  const Index chunks = divide_up(blocks, chunk);
  pool.parallel_for(chunks * groups, [&](Index task) {
    const Index first_block = task / groups * chunk;
    const Index first_query = task % groups * kQueryGroup;
    form_partial_sums(first_block, std::min(blocks, first_block + chunk), first_query,
                      std::min(queries, first_query + kQueryGroup), blocks);
  });
  pool.parallel_for(queries, [&](Index query) { combine(query, blocks); });
}

void RowPass::form_partial_sums(Index first_block, Index last_block, Index first_query,
                                Index last_query, Index window_blocks) {
  RowQuery moved[kQueryGroup];
  for (Index q = first_query; q < last_query; ++q) {
    const RowQuery& query = queries_[static_cast<std::size_t>(q)];
    RowQuery& target = moved[q - first_query];
    target.point = query.point;
    const Index at = q * window_blocks + first_block;
    if (query.gradient) {
      target.gradient = partial_gradients_.data() + at * view_.dimension;
      std::fill_n(target.gradient, (last_block - first_block) * view_.dimension, 0.0);
    }
    if (query.value) {
      target.value = partial_values_.data() + at;
      std::fill_n(target.value, last_block - first_block, 0.0);
    }
  }
  pass_(link_, view_, next_block_ + first_block, next_block_ + last_block, moved,
        last_query - first_query, view_.dimension, 1);
}

void RowPass::combine(Index query, Index window_blocks) {
  const RowQuery& target = queries_[static_cast<std::size_t>(query)];
  for (Index block = 0; block < window_blocks; ++block) {
    const Index at = query * window_blocks + block;
    if (target.gradient) {
      const double* partial = partial_gradients_.data() + at * view_.dimension;
      for (Index j = 0; j < view_.dimension; ++j) target.gradient[j] += partial[j];
    }
    if (target.value) *target.value += partial_values_[static_cast<std::size_t>(at)];
  }
}

}  // namespace noisy::math
