#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/random/exact_bernoulli.h"
#include "engine/random/stream.h"

namespace noisy {

namespace detail {

/// (largest - score) / 2^-64 as a whole number: each of both is first rounded to a multiple of
/// 2^-64, their difference is not rounded. At most 2^126.
WideInteger exact_gap(double largest, double score);

}  // namespace detail

/// Draws j with probability exp(s_j) / sum_i exp(s_i) exactly: nothing is rounded in a draw, so
/// nothing leaks through rounding.
///
/// j is proposed uniformly and accepted by an exact coin of probability exp(s_j - max_i s_i)
/// (Canonne, Kamath, Steinke 2020, Algorithm 1); d / sum_j exp(s_j - max) <= d proposals on
/// average.
///
/// The s_j are the scores as given, when they are multiples of 2^-64; all doubles of at least 2^-12
/// in magnitude are. Others are rounded to such a multiple first, each by itself: by at most 2^-65,
/// which is what one draw's range in the accounting grows by, at each end. A score 2^62 or more
/// below the largest counts as 2^62 below.
///
/// The time that a draw takes shows how concentrated the distribution is.
class ExactRejection {
 public:
  /// @param scores  at least one, finite
  explicit ExactRejection(std::span<const double> scores);

  std::size_t draw(Stream& stream) const;

 private:
  std::vector<WideInteger> gaps_;  ///< max_i s_i - s_j in units of 2^-64
};

}  // namespace noisy
