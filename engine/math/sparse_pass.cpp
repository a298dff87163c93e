#include "engine/math/sparse_pass.h"

#include <algorithm>
#include <utility>

#include "engine/math/double_double.h"
#include "engine/math/panel_view.h"
#include "engine/math/sparse_products.h"

namespace noisy::math {
namespace {

/// Entries of a unit of work that one thread takes.
constexpr Index kUnitEntries = Index{1} << 16;
/// Units of a window per thread: about 2 ms in wasm.
constexpr Index kUnitsPerThread = 16;
/// Columns whose segments one thread adds up at a time.
constexpr Index kUnitColumns = 4096;

Index ceil_divide(Index a, Index b) {
  return (a + b - 1) / b;
}

/// The smallest width that sparse_products has for so many vectors.
int padded(int vectors) {
  return vectors == 3 ? 4 : vectors;
}

int points_of(const RowQuery& query) {
  return query.anchor ? 2 : 1;
}

/// A block of margins and what the loss makes of them. The loss's own pass is given the margins as
/// a matrix of one column, at the point 1.
struct MarginBlock {
  alignas(64) double margins[kBlockRows];
  alignas(64) double derivatives[kBlockRows];

  /// Fills `derivatives` and adds the sum of the losses to `value` if that is not null.
  void apply(BlockPass pass, const void* link, const double* targets, const double* caps,
             Index rows, double* value) {
    // Rows past the end of the last panel hold zeros.
    std::fill(margins + rows, margins + ceil_divide(rows, kPanelRows) * kPanelRows, 0.0);
    const PanelView view{.features = margins,
                         .targets = targets,
                         .residual_caps = caps,
                         .rows = rows,
                         .dimension = 1,
                         .stride = kPanelRows};
    constexpr double kOne = 1.0;
    const RowQuery query{.point = &kOne, .value = value, .derivatives = derivatives};
    pass(link, view, 0, 1, &query, 1, 0, 0);
  }
};

}  // namespace

SparsePass::SparsePass(BlockPass pass, const void* link, const SparseMatrixView& view,
                       std::vector<RowQuery> queries)
    : pass_(pass), link_(link), view_(view), queries_(std::move(queries)) {}

std::span<const RowQuery> SparsePass::group() const {
  return std::span(queries_).subspan(first_query_, group_size_);
}

Index SparsePass::blocks() const {
  return ceil_divide(view_.rows.count, kBlockRows);
}

bool SparsePass::advance(ThreadPool& pool, const Deadline& deadline) {
  while (first_query_ < queries_.size()) {
    if (group_size_ == 0) begin_group();
    while (next_block_ < blocks()) {
      run_rows(pool);
      if (deadline.passed()) return false;
    }
    while (gradients_ > 0 && next_segment_ < view_.segments.count) {
      run_segments(pool);
      if (next_segment_ < view_.segments.count && deadline.passed()) return false;
    }
    finish_group(pool);
  }
  return true;
}

/// Takes the next queries that fit together and interleaves their points.
void SparsePass::begin_group() {
  int points = 0;
  gradients_ = 0;
  for (std::size_t q = first_query_; q < queries_.size(); ++q) {
    if (points + points_of(queries_[q]) > kSparseWidth) break;
    points += points_of(queries_[q]);
    if (queries_[q].gradient) ++gradients_;
    ++group_size_;
  }
  points_ = padded(points);
  gradients_ = padded(gradients_);
  next_block_ = 0;
  next_segment_ = 0;
  vectors_.assign(static_cast<std::size_t>(view_.dimension * points_), 0.0);
  derivatives_.assign(static_cast<std::size_t>(view_.rows.count * gradients_), 0.0);
  sums_.resize(static_cast<std::size_t>(view_.segments.count * gradients_));
  values_.assign(static_cast<std::size_t>(blocks()) * group_size_, 0.0);
  std::size_t place = 0;
  for (const RowQuery& query : group()) {
    for (const double* point : {query.point, query.anchor}) {
      if (!point) continue;
      double* to = vectors_.data() + place++;
      for (Index j = 0; j < view_.dimension; ++j) to[j * points_] = point[j];
    }
  }
}

void SparsePass::run_rows(ThreadPool& pool) {
  const Index per_block =
      1 + view_.rows.entries() / std::max<Index>(1, blocks());  // entries, on average
  const Index unit = std::max<Index>(1, kUnitEntries / per_block);
  const Index first = next_block_;
  const Index last = std::min(blocks(), first + unit * kUnitsPerThread * pool.threads());
  pool.parallel_for(ceil_divide(last - first, unit), [&](Index u) {
    run_row_blocks(first + u * unit, std::min(last, first + (u + 1) * unit));
  });
  next_block_ = last;
}

void SparsePass::run_row_blocks(Index first_block, Index last_block) {
  alignas(64) double products[kBlockRows * kSparseWidth];
  MarginBlock block;
  for (Index number = first_block; number < last_block; ++number) {
    const Index first = number * kBlockRows;
    const Index rows = std::min(kBlockRows, view_.rows.count - first);
    sparse_products(view_.rows, first, first + rows, vectors_.data(), points_, products);
    double* value = values_.data() + static_cast<std::size_t>(number) * group_size_;
    double* derivative = derivatives_.data() + first * gradients_;
    int point = 0;
    for (const RowQuery& query : group()) {
      for (int part = 0; part < points_of(query); ++part, ++point) {
        for (Index r = 0; r < rows; ++r) block.margins[r] = products[r * points_ + point];
        block.apply(pass_, link_, view_.targets + first,
                    view_.residual_caps ? view_.residual_caps + first : nullptr, rows,
                    query.value ? value : nullptr);
        if (!query.gradient) continue;
        for (Index r = 0; r < rows; ++r) {
          double& kept = derivative[r * gradients_];
          kept = part == 0 ? block.derivatives[r] : kept - block.derivatives[r];
        }
      }
      ++value;
      if (query.gradient) ++derivative;
    }
  }
}

void SparsePass::run_segments(ThreadPool& pool) {
  const SparseView& segments = view_.segments;
  const Index* const offsets = segments.offsets;
  const Index begin = offsets[next_segment_];
  const Index units = std::min(ceil_divide(offsets[segments.count] - begin, kUnitEntries),
                               kUnitsPerThread * pool.threads());
  const auto boundary = [&](Index unit) {
    const Index entry = begin + unit * kUnitEntries;
    return std::lower_bound(offsets + next_segment_, offsets + segments.count, entry) - offsets;
  };
  pool.parallel_for(units, [&](Index unit) {
    const Index first = boundary(unit);
    sparse_products(segments, first, boundary(unit + 1), derivatives_.data(), gradients_,
                    sums_.data() + first * gradients_);
  });
  next_segment_ = boundary(units);
}

/// Adds up the segments of every column, and the blocks' values.
void SparsePass::finish_group(ThreadPool& pool) {
  const std::size_t size = std::exchange(group_size_, 0);
  std::size_t gradient = 0;
  for (std::size_t q = 0; q < size; ++q) {
    const RowQuery& query = queries_[first_query_ + q];
    if (query.value) {
      *query.value = 0.0;
      for (Index b = 0; b < blocks(); ++b) {
        *query.value += values_[static_cast<std::size_t>(b) * size + q];
      }
    }
    if (!query.gradient) continue;
    const double* sums = sums_.data() + gradient++;
    pool.parallel_for(ceil_divide(view_.dimension, kUnitColumns), [&](Index unit) {
      const Index last = std::min(view_.dimension, (unit + 1) * kUnitColumns);
      for (Index j = unit * kUnitColumns; j < last; ++j) {
        double sum = 0.0;
        for (Index s = view_.first_segments[j]; s < view_.first_segments[j + 1]; ++s) {
          sum += sums[s * gradients_];
        }
        query.gradient[j] = sum;
      }
    });
  }
  first_query_ += size;
}

void sum_sparse_rows(BlockPass pass, const void* link, const SparseMatrixView& view,
                     std::span<const Index> records, const RowQuery& query,
                     AlignedDoubles& scratch) {
  if (query.gradient) {
    std::fill_n(query.gradient, view.dimension, 0.0);
    scratch.assign(static_cast<std::size_t>(view.dimension), 0.0);
  }
  if (query.value) *query.value = 0.0;
  MarginBlock block;
  double targets[kBlockRows], caps[kBlockRows], derivatives[kBlockRows];
  while (!records.empty()) {
    const auto here = records.first(std::min(records.size(), static_cast<std::size_t>(kBlockRows)));
    records = records.subspan(here.size());
    for (std::size_t r = 0; r < here.size(); ++r) {
      targets[r] = view.targets[here[r]];
      if (view.residual_caps) caps[r] = view.residual_caps[here[r]];
    }
    for (int part = 0; part < points_of(query); ++part) {
      const double* point = part == 0 ? query.point : query.anchor;
      for (std::size_t r = 0; r < here.size(); ++r) {
        sparse_products(view.rows, here[r], here[r] + 1, point, 1, block.margins + r);
      }
      block.apply(pass, link, targets, view.residual_caps ? caps : nullptr,
                  static_cast<Index>(here.size()), query.value);
      for (std::size_t r = 0; r < here.size(); ++r) {
        derivatives[r] = part == 0 ? block.derivatives[r] : derivatives[r] - block.derivatives[r];
      }
    }
    if (!query.gradient) continue;
    for (std::size_t r = 0; r < here.size(); ++r) {
      for (Index k = view.rows.offsets[here[r]]; k < view.rows.offsets[here[r] + 1]; ++k) {
        const std::uint32_t j = view.rows.places[k];
        const DoubleDouble sum = two_sum(query.gradient[j], view.rows.values[k] * derivatives[r]);
        query.gradient[j] = sum.high;
        scratch[j] += sum.low;
      }
    }
  }
  if (!query.gradient) return;
  for (Index j = 0; j < view.dimension; ++j) {
    query.gradient[j] += scratch[static_cast<std::size_t>(j)];
  }
}

}  // namespace noisy::math
