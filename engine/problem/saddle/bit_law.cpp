#include "engine/problem/saddle/bit_law.h"

#include <vector>

#include "engine/data/generator.h"

namespace noisy {

Vector bit_shares(const QueryFamily& queries, Index bits) {
  Vector shares = Vector::Zero(queries.cells());
  std::vector<double> record(static_cast<std::size_t>(bits));
  for (Index number = 0; number < Index{1} << bits; ++number) {
    for (Index b = 0; b < bits; ++b) {
      record[static_cast<std::size_t>(b)] = static_cast<double>(number >> b & 1);
    }
    shares[queries.cell_of(record, 0)] += BitChain::probability(record);
  }
  return shares;
}

}  // namespace noisy
