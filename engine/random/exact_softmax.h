#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/random/stream.h"

namespace noisy {

/// Draws j with probability proportional to e^(s_j / N) for whole numbers s_j and N, exactly:
/// integers are added and compared, and coins have exact probabilities (exact_bernoulli.h). It is
/// the exponential mechanism, as exponential_choice is, for many draws among many candidates.
///
/// With x_j = (max_i s_i - s_j) / N, a draw proposes j with probability w_j / sum_i w_i, where
///
///     w_j = 8^M (3/8)^(m_j),     m_j = min(floor(x_j), M),
///
/// are whole numbers, M being the largest for which those of all d candidates add up to 2^63 at
/// most. It keeps j with probability (8 / (3 e))^(m_j) e^(m_j - x_j), else it proposes again: j is
/// proposed and kept with probability proportional to 8^M e^(-m_j) e^(m_j - x_j), which is
/// e^(-x_j) but for a constant.
///
/// It takes sum_j (3/8)^(m_j) / sum_j e^(-x_j) proposals on average. The denominator is at least 1,
/// which the best candidate adds, so that candidates with m_j = M count for d (3/8)^M at most. For
/// those below, (3/8)^m = (e^-m)^t with t = ln(8/3) < 1, and Jensen's inequality says
///
///     sum_j (e^(-m_j))^t <= d^(1 - t) (sum_j e^(-m_j))^t <= d^(1 - t) sum_j e e^(-x_j)
///
/// where sums are at least 1 by the best one. So it takes at most e d^0.02 + d (3/8)^M on average:
/// 3.4 for 2^16 candidates, 5 for 2^20 and 53 for 2^24.
///
/// A table of d sums is made once for all draws; a proposal looks one up by halving, and flips m_j
/// coins that nearly always take one word. How many show the time that a draw takes.
class ExactSoftmax {
 public:
  /// O(d). Keeps a reference to the scores, which must outlive it and stay as they are.
  ///
  /// @param scores  1 .. 2^32 of them, of any size
  /// @param steps   N, 1 .. 2^48
  ExactSoftmax(std::span<const std::int64_t> scores, std::uint64_t steps);

  std::size_t draw(Stream& stream) const;

  /// counts_j += how often j was drawn in so many independent draws.
  void add_counts(Stream& stream, std::int64_t draws, std::span<double> counts) const;

 private:
  /// max_i s_i - s_j
  std::uint64_t behind(std::size_t j) const {
    return static_cast<std::uint64_t>(best_) - static_cast<std::uint64_t>(scores_[j]);
  }
  /// m_j
  std::uint64_t level(std::size_t j) const;
  bool keeps(Stream& stream, std::size_t j) const;

  std::span<const std::int64_t> scores_;
  std::uint64_t steps_;
  std::int64_t best_;
  std::uint64_t last_level_;         ///< M
  std::vector<std::uint64_t> sums_;  ///< w_0 + .. + w_j
};

}  // namespace noisy
