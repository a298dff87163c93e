#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "engine/math/cumulative_weights.h"
#include "engine/math/index.h"
#include "engine/random/alias_table.h"
#include "engine/random/exact_rejection.h"
#include "engine/random/stream.h"

namespace noisy {

/// How coordinates are drawn from their scores. d coordinates, m draws:
enum class VertexMethod {
  inverse_cdf,      ///< O(d + m log d), for m > d an alias table; rounded
  alias_table,      ///< O(d + m); rounded
  gumbel_max,       ///< O(m d); rounded, but the smallest probabilities are kept
  exact_rejection,  ///< O(d + m d) at worst, on average d / sum_j exp(s_j - max) coins; exact
};

/// What rounding adds to delta: the total variation between so many draws of the method and exact
/// ones is at most
///
/// delta_num = m d 2^-52, and 0 for exact_rejection    (section 8 of the specification)
///
/// To first order in the rounding errors, per draw: weights are right to (1 + x_j) units of 2^-53,
/// where x_j = max - s_j, and sum_j p_j x_j <= ln d. The d sums of inverse_cdf, and the d
/// subtractions of an alias table, are right to 2^-53 W each: d 2^-53 and less than d 2^-53 from
/// the weights. gumbel_max errs where the two smallest E_j / w_j are closer than their relative
/// errors, of a few units of 2^-52, which has about that probability.
///
/// @param dimension  d, 2 ... 2^24
/// @param draws      m
double rounding_delta(VertexMethod method, Index dimension, std::int64_t draws);

/// Draws coordinates j of a simplex with probability proportional to exp(scores_j): vertices e_j
/// whose mean is softmax(scores), each of them a release of the exponential mechanism.
///
/// (Sampling a vertex: "Maurey sparsification", section 2.1 of the specification; it is released,
/// scores are not.) The same words give the same draws on every platform.
class VertexSampler {
 public:
  /// O(d). Keeps no reference to the scores.
  ///
  /// @param scores  at least one, finite, of any size
  explicit VertexSampler(std::span<const double> scores,
                         VertexMethod method = VertexMethod::inverse_cdf);

  Index draw(Stream& stream) const;

  /// counts_j += how often j was drawn in so many independent draws.
  ///
  /// @param draws   m >= 0
  /// @param counts  as many as scores
  void add_counts(Stream& stream, std::int64_t draws, std::span<double> counts) const;

 private:
  struct InverseCdf {
    math::CumulativeWeights weights;
    std::size_t draw(Stream& stream) const;
  };
  struct GumbelMax {
    math::CumulativeWeights weights;
    std::size_t draw(Stream& stream) const;
  };
  using Drawer = std::variant<InverseCdf, AliasTable, GumbelMax, ExactRejection>;

  static Drawer make_drawer(std::span<const double> scores, VertexMethod method);

  Drawer drawer_;
};

}  // namespace noisy
