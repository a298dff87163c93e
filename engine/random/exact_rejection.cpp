#include "engine/random/exact_rejection.h"

#include <cmath>

#include "engine/math/double_double.h"
#include "engine/math/largest.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

__extension__ typedef __int128 SignedWide;

constexpr WideInteger kUnit = WideInteger{1} << 64;
constexpr double kLargestGap = 0x1p62;

double to_grid(double score) {
  return std::fabs(score) < 1 ? std::round(score * 0x1p64) * 0x1p-64 : score;
}

}  // namespace

// Both parts of the difference of multiples are multiples.
WideInteger detail::exact_gap(double largest, double score) {
  const math::DoubleDouble gap = math::two_sum(to_grid(largest), -to_grid(score));
  if (!(gap.high < kLargestGap)) return static_cast<WideInteger>(kLargestGap) << 64;
  return static_cast<WideInteger>(static_cast<SignedWide>(gap.high * 0x1p64) +
                                  static_cast<SignedWide>(gap.low * 0x1p64));
}

ExactRejection::ExactRejection(std::span<const double> scores) : gaps_(scores.size()) {
  const double largest = math::largest(scores);
  for (std::size_t j = 0; j < gaps_.size(); ++j) gaps_[j] = detail::exact_gap(largest, scores[j]);
}

std::size_t ExactRejection::draw(Stream& stream) const {
  while (true) {
    const auto j = static_cast<std::size_t>(bounded_integer(stream, gaps_.size()));
    if (bernoulli_exp(stream, gaps_[j], kUnit)) return j;
  }
}

}  // namespace noisy
