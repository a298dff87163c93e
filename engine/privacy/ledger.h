#pragma once

#include <vector>

#include "engine/math/vector.h"
#include "engine/privacy/release.h"

namespace noisy {

/// Consecutive releases of one kind. With a divided budget, cost and scale move monotonically or
/// not between the stated ends; with a uniform one both ends agree.
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

  double spent() const { return sum_ + correction_; }  ///< total epsilon or rho so far
  Index releases() const { return releases_; }
  const std::vector<LedgerEntry>& entries() const { return entries_; }

 private:
  std::vector<LedgerEntry> entries_;
  Index releases_ = 0;
  double sum_ = 0;
  double correction_ = 0;  ///< Neumaier's running compensation
};

}  // namespace noisy
