#include "engine/math/log_weights.h"

#include <algorithm>

#include "engine/math/kernel_table.h"

namespace noisy::math {
namespace {

/// Far enough below the 709 at which exp overflows, also summed up.
constexpr double kLargestLead = 32;

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
  const DoubleDouble reference = score(leader_) + step * gradient[leader_];
  Leader leader;
  weights_.assign([&](std::size_t first, std::span<double> exponents) {
    const ScoreChunk chunk = {&high_[first], &low_[first], &gradient[first], exponents.data(),
                              static_cast<Index>(exponents.size())};
    leader.consider(first, exponents, kernel_table().advance_scores(chunk, step, reference));
  });
  leader_ = leader.index;
  if (leader.exponent > kLargestLead) {
    weights_.assign(
        [&](std::size_t first, std::span<double> exponents) { centre(first, exponents); });
  }
}

void LogWeights::centre(std::size_t first, std::span<double> differences) const {
  const DoubleDouble reference = score(leader_);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = difference(score(first + i), reference);
  }
}

}  // namespace noisy::math
