#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/math/double_double.h"

namespace noisy::math {

/// Weights w_j = exp(x_j) of coordinates with their sums: of blocks of 64 coordinates, and, added
/// up from the first on, of stretches of 64 blocks. So few of them change with one weight.
///
/// All sums have one fixed order, so the bits are the same on every machine, and those of weights
/// that were set one after the other are those of weights that were set together.
class CumulativeWeights {
 public:
  /// Coordinates, and blocks, whose sums are found by addition.
  static constexpr std::size_t kBlock = 64;

  /// Equal weights of 1.
  ///
  /// @param count  at least 1
  explicit CumulativeWeights(std::size_t count);

  /// Sets w_j = exp(x_j). One pass: d doubles are written, and read what `exponents` reads.
  ///
  /// @param exponents  exponents(first, x): fills x_i with the exponent of coordinate first + i,
  ///                   at most 709 and at least one of them not below -690; called once per
  ///                   coordinate, in order
  template <class Exponents>
  void assign(const Exponents& exponents) {
    std::array<double, kChunk> chunk;
    for (std::size_t first = 0; first < weights_.size(); first += kChunk) {
      const std::span x(chunk.data(), std::min(kChunk, weights_.size() - first));
      exponents(first, x);
      assign_chunk(first, x);
    }
    for (std::size_t s = 0; s < stretches_.size(); ++s) add_stretch(s);
    accumulate();
  }

  /// Sets w_j = exp(x_j) of these coordinates alone. O(64 k + d / 4096) for k of them.
  ///
  /// @param exponents  of places[0], places[1], ...: at most 709
  void assign_at(std::span<const std::size_t> places, std::span<const double> exponents);

  std::size_t size() const { return weights_.size(); }

  std::span<const double> weights() const { return weights_; }

  /// W, the sum of all weights.
  double total() const { return bounds_.back(); }

  /// The first j with w_0 + ... + w_j > position. Never one of weight 0.
  ///
  /// @param position  0 <= position < W
  std::size_t find(DoubleDouble position) const;

  /// probabilities_j = w_j / W, within 2 ulp. One pass: d doubles are read, d written.
  void normalize(std::span<double> probabilities) const;

 private:
  /// Exponentials that are taken in one go: a whole number of blocks that stays in the cache.
  static constexpr std::size_t kChunk = 8 * kBlock;

  void assign_chunk(std::size_t first, std::span<const double> exponents);
  void add_block(std::size_t block);
  void add_stretch(std::size_t stretch);
  void accumulate();

  std::vector<double> weights_;
  std::vector<double> blocks_;     ///< sums of the weights of each block
  std::vector<double> stretches_;  ///< sums of the blocks of each stretch
  std::vector<double> bounds_;     ///< sum of stretches 0 ... s
  std::vector<char> is_stale_;     ///< stretches whose blocks have changed
};

/// The weights exp(score_j - largest score). Two passes over the scores.
///
/// @param scores  at least one, finite
CumulativeWeights weights_of_scores(std::span<const double> scores);

}  // namespace noisy::math
