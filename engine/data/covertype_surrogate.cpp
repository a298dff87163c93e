#include "engine/data/covertype_surrogate.h"

#include <algorithm>
#include <array>

#include "engine/data/row_clip.h"
#include "engine/math/elementary.h"
#include "engine/random/distributions.h"

namespace noisy::covertype {
namespace {

constexpr std::size_t kNumeric = 10;
constexpr std::size_t kAreas = 4;
constexpr std::size_t kSoils = 40;

template <std::size_t Count>
using Weights = std::array<double, Count>;

constexpr Weights<kAreas> kAreaWeights = {0.45, 0.05, 0.44, 0.06};

Weights<kSoils> soil_weights() {
  Weights<kSoils> weights{};
  for (std::size_t k = 0; k < kSoils; ++k) weights[k] = math::exp(-0.15 * static_cast<double>(k));
  return weights;
}

/// A number k with probability weights[k] / sum of weights.
template <std::size_t Count>
std::size_t draw_group(Stream& stream, const Weights<Count>& weights) {
  double total = 0.0;
  for (const double weight : weights) total += weight;
  double left = uniform(stream) * total;
  std::size_t k = 0;
  while (k + 1 < Count && left >= weights[k]) left -= weights[k++];
  return k;
}

}  // namespace

void draw_surrogate_row(Stream& stream, std::span<double> row) {
  static const Weights<kSoils> kSoilWeights = soil_weights();
  std::fill(row.begin(), row.end(), 0.0);
  const double common = 0.5 * normal(stream, 1.0);
  for (std::size_t j = 0; j < kNumeric; ++j) row[j] = common + normal(stream, 1.0);
  row[kNumeric + draw_group(stream, kAreaWeights)] = 1.0;
  row[kNumeric + kAreas + draw_group(stream, kSoilWeights)] = 1.0;
  clip_row(row, RowNorm::l2, 1.0, true);
}

FeatureBounds surrogate_bounds() {
  FeatureBounds bounds;
  bounds.l2 = 1.0;
  bounds.target_lower = -1.0;
  bounds.target_upper = 1.0;
  return with_implied_bounds(bounds, kSurrogateFeatures);
}

}  // namespace noisy::covertype
