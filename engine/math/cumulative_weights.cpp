#include "engine/math/cumulative_weights.h"

#include "engine/math/largest.h"
#include "engine/math/reduce.h"
#include "engine/math/vector_functions.h"

namespace noisy::math {
namespace {

bool exceeds(double sum, DoubleDouble position) {
  return sum > position.high || (sum == position.high && position.low < 0);
}

}  // namespace

CumulativeWeights::CumulativeWeights(std::size_t count)
    : weights_(count, 1.0), bounds_((count + kBlock - 1) / kBlock) {
  for (std::size_t b = 0; b < bounds_.size(); ++b) {
    bounds_[b] = static_cast<double>(std::min((b + 1) * kBlock, count));
  }
}

void CumulativeWeights::assign_chunk(std::size_t first, std::span<const double> exponents) {
  const std::span chunk = std::span(weights_).subspan(first, exponents.size());
  exp_each(exponents, chunk);
  for (std::size_t i = 0; i < chunk.size(); i += kBlock) {
    bounds_[(first + i) / kBlock] = sum(chunk.subspan(i, std::min(kBlock, chunk.size() - i)));
  }
}

void CumulativeWeights::accumulate() {
  CompensatedSum total;
  for (double& bound : bounds_) {
    total.add(bound);
    bound = total.value();
  }
}

std::size_t CumulativeWeights::find(DoubleDouble position) const {
  const auto block =
      std::ranges::partition_point(bounds_, [&](double sum) { return !exceeds(sum, position); });
  const auto b = static_cast<std::size_t>(block - bounds_.begin());
  CompensatedSum total;
  if (b > 0) total.add(bounds_[b - 1]);
  // The sum by addition may round to less than the block's bound: then it is the last coordinate
  // that can be drawn.
  std::size_t last_possible = b * kBlock;
  for (std::size_t j = b * kBlock; j < std::min((b + 1) * kBlock, weights_.size()); ++j) {
    if (weights_[j] == 0) continue;
    last_possible = j;
    total.add(weights_[j]);
    if (exceeds(total.value(), position)) break;
  }
  return last_possible;
}

void CumulativeWeights::normalize(std::span<double> probabilities) const {
  const double scale = 1 / total();
  for (std::size_t j = 0; j < weights_.size(); ++j) probabilities[j] = weights_[j] * scale;
}

CumulativeWeights weights_of_scores(std::span<const double> scores) {
  const double highest = largest(scores);
  CumulativeWeights weights(scores.size());
  weights.assign([&](std::size_t first, std::span<double> exponents) {
    for (std::size_t i = 0; i < exponents.size(); ++i) exponents[i] = scores[first + i] - highest;
  });
  return weights;
}

}  // namespace noisy::math
