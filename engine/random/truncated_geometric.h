#pragma once

#include <cstdint>

#include "engine/math/index.h"
#include "engine/random/stream.h"

namespace noisy {

/// The truncated geometric distribution on the levels 0 ... M:
///
/// P(N = k) = 2^-k / C_M with C_M = sum_{k <= M} 2^-k = 2 - 2^-M.
///
/// González, Guzmán, Paquette (arXiv 2403.02912), section 3.2, where C_M is said to be at most 1;
/// it lies in [1, 2), and only so does the bias-reduced gradient telescope.
class TruncatedGeometric {
 public:
  /// @param max_level  M, 0 ... 61: 2^(N + 1) draws are then a 64-bit count
  explicit TruncatedGeometric(Index max_level) : max_level_(max_level) {}

  /// N: the heads of a fair coin before the first tail, from the start again when they are more
  /// than M. The probabilities are exact. One word per start.
  Index draw(Stream& stream) const;

  /// C_M, which makes 2^N C_M = 1 / P(N).
  double normalizer() const { return 2 - 1 / power(max_level_); }

  /// P(N = level); 0 outside 0 ... M
  double probability(Index level) const {
    return level < 0 || level > max_level_ ? 0.0 : 1 / (power(level) * normalizer());
  }

  /// E 2^N = (M + 1) / C_M
  double mean_power() const { return static_cast<double>(max_level_ + 1) / normalizer(); }

  /// E 4^N = (2^(M + 1) - 1) / C_M = 2^M
  double mean_squared_power() const { return power(max_level_); }

  Index max_level() const { return max_level_; }

 private:
  /// 2^exponent
  static double power(Index exponent) { return static_cast<double>(std::uint64_t{1} << exponent); }

  Index max_level_;
};

}  // namespace noisy
