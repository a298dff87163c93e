#include "engine/random/exact_softmax.h"

#include <algorithm>
#include <bit>

#include "engine/random/distributions.h"
#include "engine/random/exact_bernoulli.h"

namespace noisy {
namespace {

/// The largest M with count 8^M <= 2^63.
std::uint64_t last_level_of(std::size_t count) {
  const int bits = std::bit_width(count - 1);  // count <= 2^bits
  return static_cast<std::uint64_t>((63 - bits) / 3);
}

/// 8^M (3/8)^m for m = 0 .. M.
std::vector<std::uint64_t> level_weights(std::uint64_t last) {
  std::vector<std::uint64_t> weights(last + 1);
  weights[0] = std::uint64_t{1} << (3 * last);
  for (std::size_t m = 1; m <= last; ++m) weights[m] = weights[m - 1] / 8 * 3;
  return weights;
}

}  // namespace

ExactSoftmax::ExactSoftmax(std::span<const std::int64_t> scores, std::uint64_t steps)
    : scores_(scores),
      steps_(steps),
      best_(*std::ranges::max_element(scores)),
      last_level_(last_level_of(scores.size())),
      sums_(scores.size()) {
  const std::vector<std::uint64_t> weights = level_weights(last_level_);
  std::uint64_t sum = 0;
  for (std::size_t j = 0; j < sums_.size(); ++j) {
    sum += weights[level(j)];
    sums_[j] = sum;
  }
}

std::uint64_t ExactSoftmax::level(std::size_t j) const {
  const std::uint64_t gap = behind(j);
  return gap < last_level_ * steps_ ? gap / steps_ : last_level_;
}

bool ExactSoftmax::keeps(Stream& stream, std::size_t j) const {
  const std::uint64_t whole = level(j);
  for (std::uint64_t i = 0; i < whole; ++i) {
    if (!bernoulli_eight_thirds_over_e(stream)) return false;
  }
  return bernoulli_exp(stream, behind(j) - whole * steps_, steps_);
}

std::size_t ExactSoftmax::draw(Stream& stream) const {
  while (true) {
    const std::uint64_t at = bounded_integer(stream, sums_.back());
    const auto j = static_cast<std::size_t>(std::ranges::upper_bound(sums_, at) - sums_.begin());
    if (keeps(stream, j)) return j;
  }
}

void ExactSoftmax::add_counts(Stream& stream, std::int64_t draws, std::span<double> counts) const {
  for (std::int64_t i = 0; i < draws; ++i) ++counts[draw(stream)];
}

}  // namespace noisy
