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

/// At most the total variation between so many draws of the method and as many exact ones:
///
/// m d 2^-52, and 0 for exact_rejection    (delta_num in section 8 of the specification)
///
/// Why, to first order in the rounding errors, per draw: weight j is right to 1.04 + x_j units of
/// 2^-53, x_j = max - s_j, and sum_j p_j x_j <= ln d; so weights move at most 1.04 + ln d units of
/// probability. The bounds of inverse_cdf move d units more, the subtractions of an alias table
/// d - 1. gumbel_max errs where the two smallest E_j / w_j are closer than their relative errors, a
/// few units, which has that probability.
///
/// @param dimension  d, 2 ... 2^24
/// @param draws      m
double rounding_distance(VertexMethod method, Index dimension, std::int64_t draws);

/// What draws at this distance from (epsilon, delta)-private ones add to delta:
///
/// (1 + e^epsilon) distance
///
/// P'(A) <= P(A) + distance <= e^epsilon (Q'(A) + distance) + delta + distance. It is attained, so
/// the distance alone, which section 8 of the specification adds, is too little.
double rounding_delta(double distance, double epsilon);

/// Adds to `counts` how often each vertex came in so many draws with these weights: by inverse CDF,
/// or by an alias table where that is less work.
void add_vertex_counts(Stream& stream, const math::CumulativeWeights& weights, std::int64_t draws,
                       std::span<double> counts);

/// The same draws one by one: appends the place `first` + j of each vertex j, in the order of
/// drawing, and 1 after it.
void append_vertices(Stream& stream, const math::CumulativeWeights& weights, std::int64_t draws,
                     Index first, std::vector<double>& drawn);

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
