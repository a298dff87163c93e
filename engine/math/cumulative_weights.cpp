#include "engine/math/cumulative_weights.h"

#include "engine/math/largest.h"
#include "engine/math/reduce.h"
#include "engine/math/vector_functions.h"

namespace noisy::math {
namespace {

constexpr std::size_t kBlock = CumulativeWeights::kBlock;

bool exceeds(double sum, DoubleDouble position) {
  return sum > position.high || (sum == position.high && position.low < 0);
}

/// How many groups of kBlock so many things are.
std::size_t groups_of(std::size_t count) {
  return (count + kBlock - 1) / kBlock;
}

/// Those in one group.
std::span<const double> group(std::span<const double> all, std::size_t number) {
  const std::size_t first = number * kBlock;
  return all.subspan(first, std::min(kBlock, all.size() - first));
}

/// The first of some parts with `before` + part_0 + ... + part_i > position; adds those before it
/// to `before`. A sum by addition may round to less than the whole: then it is the last part that
/// is not 0.
std::size_t find_part(std::span<const double> parts, DoubleDouble position,
                      CompensatedSum& before) {
  std::size_t last_possible = 0;
  CompensatedSum start = before;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] == 0) continue;
    last_possible = i;
    start = before;
    before.add(parts[i]);
    if (exceeds(before.value(), position)) break;
  }
  before = start;
  return last_possible;
}

}  // namespace

CumulativeWeights::CumulativeWeights(std::size_t count)
    : weights_(count, 1.0),
      blocks_(groups_of(count)),
      stretches_(groups_of(blocks_.size())),
      bounds_(stretches_.size()),
      is_stale_(stretches_.size()) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) add_block(b);
  for (std::size_t s = 0; s < stretches_.size(); ++s) add_stretch(s);
  accumulate();
}

void CumulativeWeights::assign_at(std::span<const std::size_t> places,
                                  std::span<const double> exponents) {
  std::array<double, kChunk> chunk;
  for (std::size_t first = 0; first < places.size(); first += kChunk) {
    const std::size_t count = std::min(kChunk, places.size() - first);
    exp_each(exponents.subspan(first, count), std::span(chunk.data(), count));
    for (std::size_t i = 0; i < count; ++i) weights_[places[first + i]] = chunk[i];
  }
  for (const std::size_t place : places) add_block(place / kBlock);
  for (const std::size_t place : places) is_stale_[place / kBlock / kBlock] = true;
  for (const std::size_t place : places) {
    const std::size_t stretch = place / kBlock / kBlock;
    if (is_stale_[stretch]) add_stretch(stretch);
  }
  accumulate();
}

void CumulativeWeights::assign_chunk(std::size_t first, std::span<const double> exponents) {
  const std::span chunk = std::span(weights_).subspan(first, exponents.size());
  exp_each(exponents, chunk);
  for (std::size_t i = 0; i < chunk.size(); i += kBlock) add_block((first + i) / kBlock);
}

void CumulativeWeights::add_block(std::size_t block) {
  blocks_[block] = sum(group(weights_, block));
}

void CumulativeWeights::add_stretch(std::size_t stretch) {
  stretches_[stretch] = compensated_sum(group(blocks_, stretch));
  is_stale_[stretch] = false;
}

void CumulativeWeights::accumulate() {
  CompensatedSum total;
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    total.add(stretches_[s]);
    bounds_[s] = total.value();
  }
}

std::size_t CumulativeWeights::find(DoubleDouble position) const {
  const auto bound =
      std::ranges::partition_point(bounds_, [&](double sum) { return !exceeds(sum, position); });
  const auto stretch = static_cast<std::size_t>(bound - bounds_.begin());
  CompensatedSum before;
  if (stretch > 0) before.add(bounds_[stretch - 1]);
  const std::size_t block = stretch * kBlock + find_part(group(blocks_, stretch), position, before);
  return block * kBlock + find_part(group(weights_, block), position, before);
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
