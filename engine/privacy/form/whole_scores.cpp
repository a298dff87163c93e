#include "engine/privacy/form/whole_scores.h"

#include <algorithm>
#include <limits>

#include "engine/math/reduce.h"
#include "engine/privacy/form/simplex_players.h"
#include "engine/privacy/form/vertex.h"
#include "engine/privacy/oracle/exact.h"
#include "engine/problem/domain/vertex_set.h"
#include "engine/problem/risk/coordinate_clip.h"

namespace noisy {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// Products with vertices that lie anywhere.
void take_off_one_by_one(const VertexSet& vertices, const Vector& point, const RecordBlock& block,
                         const CoordinateClip& clip, Exact& exact, std::span<std::int64_t> scores) {
  const CoordinateClip floating{.most = largest_coordinate(exact.data())};
  Vector products;
  for (Index record = block.first; record < block.first + block.count; ++record) {
    const Vector& gradient =
        exact.sum_of_block(point, {.first = record, .count = 1}, floating).values();
    vertices.products(gradient, products);
    for (double& product : products) product = clip(product);
    take_off(1, math::view(products), scores);
  }
}

}  // namespace

void take_off(std::int64_t times, std::span<const double> sums, std::span<std::int64_t> scores) {
  for (std::size_t j = 0; j < sums.size(); ++j) {
    scores[j] -= times * static_cast<std::int64_t>(sums[j]);
  }
}

WholeGradient whole_gradient(const FiniteSum& data) {
  return {
      .largest = largest_coordinate(data),
      .rounding = data.saddle() ? data.summation_error(1) * data.gradient_bounds().l2 : kUnknown};
}

WholeGradient whole_product(const FiniteSum& data, double move) {
  const GradientBounds apart = data.gradient_bounds();
  const bool is_twice = apart.l2 / 2 == data.bounds_within(kUnknown).record_gradient;
  return {.largest = is_twice ? move / 2 : kUnknown, .rounding = kUnknown};
}

void take_off_products(const VertexSet& vertices, const Vector& point, const RecordBlock& block,
                       const WholeGradient& one, double grid, Exact& exact,
                       std::span<std::int64_t> scores) {
  const double length = vertices.axis_length();
  if (length == 0) {
    return take_off_one_by_one(vertices, point, block, clip_to_grid(one, grid), exact, scores);
  }
  const Vector& sum = exact.sum_of_block(point, block, clip_to_grid(one, grid, length)).values();
  const auto axes = static_cast<std::size_t>(sum.size());
  take_off(1, math::view(sum), scores.first(axes));
  if (scores.size() > axes) take_off(-1, math::view(sum), scores.subspan(axes));
}

void show_whole_probabilities(std::span<const WholeScores> players, std::uint64_t steps,
                              std::span<double> point) {
  std::ranges::fill(point, 0.0);
  for (const WholeScores& scores : players) {
    add_expected_counts(scores, steps, 1, point.first(scores.size()));
    point = point.subspan(scores.size());
  }
}

double whole_range(Release release, double sensitivity) {
  release.grid = 0;
  return selection_range(release, sensitivity);
}

void WholeDraws::add_counts(std::optional<Stream>& stream, Index draws, std::span<double> out) {
  if (!stream) return add_expected_counts(scores_, steps_, draws, out);
  if (!sampler_) sampler_.emplace(scores_, steps_);
  sampler_->add_counts(*stream, draws, out);
}

}  // namespace noisy
