#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// Records that are read together, and what each of them pays for a whole run: which records a
/// neighbour differs in decides what the run costs it.
struct BlockCost {
  Index number = 0;  ///< of all blocks of a plan, from 1 in the order in which they are read
  Index first = 0;   ///< its first record
  Index records = 0;
  double draws = 0;  ///< releases that depend on it, of vertices their draws from each simplex
  double cost = 0;   ///< in the unit of the plan
};

/// What the blocks of a plan cost, in their order, kept short while they are told: of neighbours
/// that are too many to be listed one by one, the dearest and the cheapest. A chart of them shows
/// the same shape, and the dearest of all is among them.
class BlockCosts {
 public:
  /// Most blocks that are kept.
  static constexpr std::size_t kMost = 160;

  /// The next block; its number is given here.
  void add(BlockCost block);
  std::vector<BlockCost> kept() const;

 private:
  /// Neighbours, as many as `width_`.
  struct Group {
    BlockCost cheapest;  ///< the last one of several
    BlockCost dearest;   ///< the first one of several
    void add(const Group& next);
  };

  void halve();

  std::vector<Group> groups_;
  Index blocks_ = 0;
  Index width_ = 1;
};

}  // namespace noisy
