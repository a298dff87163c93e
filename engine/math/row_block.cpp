#include "engine/math/row_block.h"

#include <algorithm>

#include "engine/math/lanes.h"

namespace noisy::math {
namespace {

constexpr Index kLanes = 8;

/// Eight numbers, in the vectors that every machine has.
struct Eight {
  using V = Lanes<2>::Double;
  V parts[kLanes / 2] = {};

  [[gnu::always_inline]] void add(double factor, const double* numbers) {
    for (int i = 0; i < kLanes / 2; ++i) parts[i] += factor * load<V>(numbers + 2 * i);
  }
  [[gnu::always_inline]] void take(const double* numbers) {
    for (int i = 0; i < kLanes / 2; ++i) parts[i] = load<V>(numbers + 2 * i);
  }
  [[gnu::always_inline]] void give(double* numbers) const {
    for (int i = 0; i < kLanes / 2; ++i) store(numbers + 2 * i, parts[i]);
  }
};

Index padded(Index size) {
  return (size + kLanes - 1) / kLanes * kLanes;
}

std::size_t size_of(Index rows, Index columns) {
  return static_cast<std::size_t>(rows * columns);
}

}  // namespace

RowBlock::RowBlock(Index features, Index rows)
    : features_(features),
      capacity_(padded(std::clamp<Index>(rows, 1, kMostRows))),
      stride_(padded(features)),
      rows_(size_of(capacity_, stride_)),
      columns_(size_of(capacity_, features)) {}

std::span<double> RowBlock::append() {
  return {rows_.data() + count_++ * stride_, static_cast<std::size_t>(features_)};
}

void RowBlock::transpose() {
  for (Index i = 0; i < count_; ++i) {
    const double* row = rows_.data() + i * stride_;
    double* column = columns_.data() + i;
    for (Index j = 0; j < features_; ++j) column[j * capacity_] = row[j];
  }
}

void RowBlock::scores(const double* weights, Index classes, double* out) {
  transpose();
  for (Index k = 0; k < classes; ++k) {
    const double* own = weights + k * features_;
    for (Index i = 0; i < capacity_; i += kLanes) {
      Eight sum;
      const double* column = columns_.data() + i;
      for (Index j = 0; j < features_; ++j, column += capacity_) sum.add(own[j], column);
      sum.give(out + k * capacity_ + i);
    }
  }
}

void RowBlock::add_weighted_rows(const double* factors, Index classes, double* sums) const {
  for (Index k = 0; k < classes; ++k) {
    const double* own = factors + k * capacity_;
    for (Index j = 0; j < stride_; j += kLanes) {
      Eight sum;
      sum.take(sums + k * stride_ + j);
      const double* row = rows_.data() + j;
      for (Index i = 0; i < count_; ++i, row += stride_) sum.add(own[i], row);
      sum.give(sums + k * stride_ + j);
    }
  }
}

}  // namespace noisy::math
