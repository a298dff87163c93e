#include "engine/random/subset.h"

#include <numeric>
#include <utility>

#include "engine/random/distributions.h"

namespace noisy {

SubsetSampler::SubsetSampler(Index samples) : samples_(samples) {}

bool SubsetSampler::insert(Index record) {
  std::uint64_t& word = taken_[static_cast<std::size_t>(record >> 6)];
  const std::uint64_t bit = std::uint64_t{1} << (record & 63);
  const bool is_new = (word & bit) == 0;
  word |= bit;
  return is_new;
}

void SubsetSampler::sample(Stream& stream, std::span<Index> records) {
  const auto count = static_cast<Index>(records.size());
  if (count == samples_) {
    std::iota(records.begin(), records.end(), Index{0});
    return;
  }
  // Not before a batch is drawn: a run on all of very many records needs none of it.
  taken_.resize(static_cast<std::size_t>((samples_ + 63) / 64));
  Index last = samples_ - count;
  for (Index& record : records) {
    record = static_cast<Index>(bounded_integer(stream, static_cast<std::uint64_t>(last) + 1));
    if (!insert(record)) {
      record = last;
      insert(record);
    }
    ++last;
  }
  for (const Index record : records) taken_[static_cast<std::size_t>(record >> 6)] = 0;
}

void random_permutation(Stream& stream, std::span<Index> order) {
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[bounded_integer(stream, left)]);
  }
}

}  // namespace noisy
