#pragma once

#include <vector>

#include "engine/math/reduce.h"
#include "engine/math/vector.h"
#include "engine/privacy/release/release.h"

namespace noisy {

/// Releases of one kind. With a divided budget cost and scale change from release to release; with
/// a uniform one the first and the last agree.
struct LedgerEntry {
  Index count = 0;
  Release first;
  Release last;
  double cost = 0;  ///< sum over the entry
};

/// What a run has released so far, and what it cost. Basic composition: costs add up, which is
/// exact for pure DP and for zCDP.
class Ledger {
 public:
  void charge(const Release& release);

  double spent() const { return sum_.value(); }  ///< total epsilon or rho so far
  Index releases() const { return releases_; }
  /// In the order in which their kinds were first released.
  const std::vector<LedgerEntry>& entries() const { return entries_; }

 private:
  LedgerEntry& entry_of(const Release& release);

  std::vector<LedgerEntry> entries_;
  Index releases_ = 0;
  math::CompensatedSum sum_;
};

}  // namespace noisy
