#include "engine/random/exact_choice.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/random/distributions.h"
#include "engine/random/exact_bernoulli.h"

namespace noisy {
namespace {

/// The coin of a candidate so far behind the best one.
bool keeps_candidate(Stream& stream, std::int64_t best, std::int64_t score, ExactRate rate) {
  // The difference of two 64-bit integers may need 65 bits with a sign, but is never negative.
  const std::uint64_t behind = static_cast<std::uint64_t>(best) - static_cast<std::uint64_t>(score);
  return bernoulli_exp(stream, WideInteger{behind} * rate.numerator, rate.denominator);
}

}  // namespace

std::size_t exponential_choice(Stream& stream, std::span<const std::int64_t> scores,
                               ExactRate rate) {
  const std::int64_t best = *std::ranges::max_element(scores);
  while (true) {
    const auto candidate = static_cast<std::size_t>(bounded_integer(stream, scores.size()));
    if (keeps_candidate(stream, best, scores[candidate], rate)) return candidate;
  }
}

std::size_t permute_and_flip(Stream& stream, std::span<const std::int64_t> scores, ExactRate rate) {
  const std::int64_t best = *std::ranges::max_element(scores);
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The best candidate's coin never fails, so the walk ends.
  for (std::size_t left = order.size();; --left) {
    std::swap(order[left - 1], order[bounded_integer(stream, left)]);
    const std::size_t candidate = order[left - 1];
    if (keeps_candidate(stream, best, scores[candidate], rate)) return candidate;
  }
}

}  // namespace noisy
