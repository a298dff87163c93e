#pragma once

#include <cstdint>
#include <string>

#include "engine/math/index.h"

namespace noisy {

/// How an experiment is audited.
struct AuditOptions {
  std::string algorithm;         ///< an id of the experiment's; empty: the first private one
  Index runs = 100'000;          ///< on each of the two data sets, 100 to 1,000,000
  double confidence = 0.999999;  ///< of the lower bound, and so against a false alarm; in (0, 1)
  std::uint64_t seed = 1;        ///< of all randomness: the same audit gives the same bits
  std::string planted;           ///< id of a defect to look for in a toy instead; empty: none
  /// Instead of a game: how far replacing each record of the experiment's own data moves what is
  /// released without noise (NeighbourView). Not private.
  bool neighbours = false;
  double memory_bytes = 1.5e9;  ///< most that the experiment's data may take
};

}  // namespace noisy
