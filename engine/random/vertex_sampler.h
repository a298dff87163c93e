#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/index.h"
#include "engine/random/stream.h"

namespace noisy {

/// Draws coordinates j of a simplex with probability proportional to exp(scores_j).
///
/// It keeps no reference to the scores.
class VertexSampler {
 public:
  /// @param scores  at least one, finite
  explicit VertexSampler(std::span<const double> scores);

  Index draw(Stream& stream) const;

  /// counts_j += how often j was drawn in `draws` independent draws.
  ///
  /// @param draws   >= 0
  /// @param counts  as many as scores
  void add_counts(Stream& stream, std::int64_t draws, std::span<double> counts) const;

 private:
  std::vector<double> cumulative_;  ///< sum of exp(scores_i - largest) over i <= j
};

}  // namespace noisy
