#include "engine/random/truncated_geometric.h"

#include <bit>

namespace noisy {
namespace {

/// The heads before the first tail; more than `enough` may be counted short.
Index count_heads(Stream& stream, Index enough) {
  Index heads = 0;
  int more;
  do {
    more = std::countr_one(stream.next_word());
    heads += more;
  } while (more == 32 && heads <= enough);
  return heads;
}

}  // namespace

Index TruncatedGeometric::draw(Stream& stream) const {
  while (true) {
    const Index heads = count_heads(stream, max_level_);
    if (heads <= max_level_) return heads;
  }
}

}  // namespace noisy
