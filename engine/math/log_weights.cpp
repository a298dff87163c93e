#include "engine/math/log_weights.h"

#include <algorithm>

#include "engine/math/kernel_table.h"

namespace noisy::math {
namespace {

/// Far enough below the 709 at which exp overflows, also summed up.
constexpr double kLargestLead = 32;

/// About e^-32: far enough above where products of weights and uniforms lose digits.
constexpr double kLeastTotal = 0x1p-46;

double difference(DoubleDouble a, DoubleDouble b) {
  return (a.high - b.high) + (a.low - b.low);
}

/// The first coordinate of the largest exponent, found chunk by chunk.
struct Leader {
  std::size_t index = 0;
  double exponent = -1;  ///< below that of the coordinate that exponents are relative to, 0

  void consider(std::size_t first, std::span<const double> exponents, double largest) {
    if (largest <= exponent) return;
    exponent = largest;
    index =
        first + static_cast<std::size_t>(std::ranges::find(exponents, largest) - exponents.begin());
  }
};

}  // namespace

LogWeights::LogWeights(std::size_t count) : high_(count), low_(count), weights_(count) {}

void LogWeights::add(double step, std::span<const double> gradient) {
  const std::size_t last = leader();
  reference_ = score(last) + step * gradient[last];
  Leader next;
  weights_.assign([&](std::size_t first, std::span<double> exponents) {
    const ScoreChunk chunk = {&high_[first], &low_[first], &gradient[first], exponents.data(),
                              static_cast<Index>(exponents.size())};
    next.consider(first, exponents, kernel_table().advance_scores(chunk, step, reference_));
  });
  leader_ = next.index;
  knows_leader_ = true;
  if (next.exponent > kLargestLead) assign_anew();
}

void LogWeights::add_at(double step, std::span<const std::size_t> places,
                        std::span<const double> gradient) {
  std::vector<double> exponents(places.size());
  double largest = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t j = places[i];
    const DoubleDouble moved = score(j) + step * gradient[i];
    high_[j] = moved.high;
    low_[j] = moved.low;
    exponents[i] = difference(moved, reference_);
    largest = std::max(largest, exponents[i]);
  }
  knows_leader_ = false;
  // Larger ones may overflow, and are taken anew all together.
  if (largest <= kLargestLead) {
    weights_.assign_at(places, exponents);
    if (weights_.total() >= kLeastTotal) return;
  }
  leader_ = leader();
  knows_leader_ = true;
  assign_anew();
}

void LogWeights::assign_anew() {
  reference_ = score(leader_);
  weights_.assign([&](std::size_t first, std::span<double> exponents) {
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      exponents[i] = difference(score(first + i), reference_);
    }
  });
}

std::size_t LogWeights::leader() const {
  if (knows_leader_) return leader_;
  std::size_t best = 0;
  for (std::size_t j = 1; j < size(); ++j) {
    if (difference(score(j), score(best)) > 0) best = j;
  }
  return best;
}

void LogWeights::centred_scores(std::span<double> scores) const {
  const DoubleDouble largest = score(leader());
  for (std::size_t j = 0; j < scores.size(); ++j) scores[j] = difference(score(j), largest);
}

}  // namespace noisy::math
