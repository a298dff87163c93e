#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "engine/math/double_double.h"
#include "engine/math/vector.h"

/// Sums in one fixed order, so that they have the same bits on every machine and for every caller.
///
/// The order: blocks of 512 terms; within a block term i joins lane i mod 8; the lanes are added as
/// ((0+4) + (2+6)) + ((1+5) + (3+7)); blocks are added pairwise, the longer half first. The
/// relative error of a sum of positive terms grows like log2 of the count, not like the count.
namespace noisy::math {

namespace detail {

inline constexpr std::size_t kSumLanes = 8;
inline constexpr std::size_t kSumBlock = 512;

inline double add_lanes(const double* lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

template <class Term>
double block_sum(std::size_t first, std::size_t last, const Term& term) {
  double lanes[kSumLanes] = {};
  std::size_t i = first;
  for (; i + kSumLanes <= last; i += kSumLanes) {
    for (std::size_t lane = 0; lane < kSumLanes; ++lane) lanes[lane] += term(i + lane);
  }
  for (std::size_t lane = 0; i < last; ++i, ++lane) lanes[lane] += term(i);
  return add_lanes(lanes);
}

template <class Term>
double pairwise_sum(std::size_t first, std::size_t last, const Term& term) {
  if (last - first <= kSumBlock) return block_sum(first, last, term);
  const std::size_t blocks = (last - first + kSumBlock - 1) / kSumBlock;
  const std::size_t middle = first + (blocks + 1) / 2 * kSumBlock;
  return pairwise_sum(first, middle, term) + pairwise_sum(middle, last, term);
}

}  // namespace detail

/// sum over i < count of term(i), in the fixed order.
template <class Term>
double sum_of(std::size_t count, const Term& term) {
  return detail::pairwise_sum(0, count, term);
}

/// The entries of a vector as a span.
inline std::span<const double> view(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

/// sum_i x_i
inline double sum(std::span<const double> x) {
  return sum_of(x.size(), [x](std::size_t i) { return x[i]; });
}

/// sum_i x_i y_i over the shorter length; both are meant to be equally long.
inline double dot(std::span<const double> x, std::span<const double> y) {
  return sum_of(std::min(x.size(), y.size()), [x, y](std::size_t i) { return x[i] * y[i]; });
}

/// sum_i x_i^2
inline double squared_norm(std::span<const double> x) {
  return dot(x, x);
}

/// Whether no entry is infinite or no number.
inline bool all_finite(std::span<const double> x) {
  return sum_of(x.size(), [x](std::size_t i) { return x[i] - x[i]; }) == 0;
}

/// sum_i |x_i|
inline double l1_norm(std::span<const double> x) {
  return sum_of(x.size(), [x](std::size_t i) { return std::fabs(x[i]); });
}

/// sqrt(sum_i x_i^2), without scaling: entries beyond 1e154 overflow.
inline double l2_norm(std::span<const double> x) {
  return std::sqrt(squared_norm(x));
}

/// max_i |x_i|, 0 for no entries; NaN when an entry is NaN.
inline double linf_norm(std::span<const double> x) {
  double largest = 0.0;
  for (const double value : x) {
    if (!(std::fabs(value) <= largest)) largest = std::fabs(value);
    if (std::isnan(largest)) break;
  }
  return largest;
}

inline double sum(const Vector& x) {
  return sum(view(x));
}
inline double dot(const Vector& x, const Vector& y) {
  return dot(view(x), view(y));
}
inline double squared_norm(const Vector& x) {
  return squared_norm(view(x));
}
inline double l1_norm(const Vector& x) {
  return l1_norm(view(x));
}
inline double l2_norm(const Vector& x) {
  return l2_norm(view(x));
}
inline double linf_norm(const Vector& x) {
  return linf_norm(view(x));
}

/// A running sum with Neumaier's compensation: error about one ulp of the result plus 2^-106 of the
/// sum of absolute values, in the order of the additions. For ledgers and long schedules.
class CompensatedSum {
 public:
  void add(double term) {
    const DoubleDouble next = two_sum(total_, term);
    total_ = next.high;
    compensation_ += next.low;
  }
  double value() const { return total_ + compensation_; }

 private:
  double total_ = 0.0;
  double compensation_ = 0.0;
};

/// sum_i x_i, compensated.
inline double compensated_sum(std::span<const double> x) {
  CompensatedSum total;
  for (const double value : x) total.add(value);
  return total.value();
}

}  // namespace noisy::math
