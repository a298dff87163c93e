#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/math/index.h"
#include "engine/math/vector.h"
#include "engine/privacy/release/release.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/random/exact_softmax.h"
#include "engine/random/stream.h"

namespace noisy {

class Exact;
class VertexSet;

/// -u, a whole number for every vertex: what hardened draws are made by (whole_gradients.h).
using WholeScores = std::vector<std::int64_t>;

/// Takes sums in steps of the grid off the scores: doubles that are whole numbers.
///
/// @param times  how often; -1 adds them
void take_off(std::int64_t times, std::span<const double> sums, std::span<std::int64_t> scores);

/// What is known of one coordinate of a record's gradient, of a saddle problem of its operator.
/// Rounding is known to be small of the latter only.
WholeGradient whole_gradient(const FiniteSum& data);

/// What is known of one record's product with a vertex, which is clipped to half of C, where no
/// product can be larger; infinite where C is less than twice the largest product.
///
/// @param move  C (VertexSet::score_sensitivity)
WholeGradient whole_product(const FiniteSum& data, double move);

/// Takes every vertex's products with the gradients of a block's records at a point off its score,
/// each product clipped and rounded to the grid by itself: of vertices on axes coordinate by
/// coordinate, of others for one record after the other.
///
/// @param one  whole_product
void take_off_products(const VertexSet& vertices, const Vector& point, const RecordBlock& block,
                       const WholeGradient& one, double grid, Exact& exact,
                       std::span<std::int64_t> scores);

/// Writes the probabilities of the next draws of one simplex after the other.
void show_whole_probabilities(std::span<const WholeScores> players, std::uint64_t steps,
                              std::span<double> point);

/// The range of a draw, hardened or not (selection_range); infinity where nothing is proven.
///
/// @param sensitivity  how far one record moves a score; of hardened draws, before it is made
///                     larger by what rounding adds, which their N covers
double whole_range(Release release, double sensitivity);

/// Exact draws with P(j) proportional to e^(s_j / N), of one simplex.
class WholeDraws {
 public:
  /// @param scores  s; must outlive it, and stay as they are
  /// @param steps   N
  WholeDraws(std::span<const std::int64_t> scores, std::uint64_t steps)
      : scores_(scores), steps_(steps) {}

  /// How often each is drawn; without a stream its mean.
  void add_counts(std::optional<Stream>& stream, Index draws, std::span<double> out);

 private:
  std::span<const std::int64_t> scores_;
  std::uint64_t steps_;
  std::optional<ExactSoftmax> sampler_;
};

}  // namespace noisy
