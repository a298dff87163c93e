#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/math/vector.h"
#include "engine/random/stream.h"

namespace noisy {

/// Draws mini-batches: m distinct records of n, uniform over all C(n, m) subsets.
///
/// Floyd's algorithm with a bit per record: O(m) time per draw, n/8 bytes of memory kept between
/// draws only to save its allocation. A draw is a function of (n, m, stream): nothing that an
/// earlier draw did can be seen in it.
class SubsetSampler {
 public:
  /// @param samples  n >= 1
  explicit SubsetSampler(Index samples);

  /// Fills `records` with distinct numbers of 0 .. n-1 in Floyd's order. When all n are asked for
  /// it gives 0, 1, ..., n-1 and draws nothing.
  ///
  /// @param records  m entries, m <= n
  void sample(Stream& stream, std::span<Index> records);

 private:
  bool insert(Index record);

  Index samples_;
  std::vector<std::uint64_t> taken_;  ///< one bit per record, all zero between draws
};

/// Fills `order` with 0 .. n-1 in an order uniform over all n! (Fisher and Yates).
void random_permutation(Stream& stream, std::span<Index> order);

}  // namespace noisy
