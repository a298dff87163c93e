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
/// exact for pure DP, for zCDP, and for Renyi divergences of one order.
class Ledger {
 public:
  /// @param cap  the most that may be spent, in the unit that all releases are charged in
  explicit Ledger(const Cost& cap = {}) : cap_(cap) {}

  /// Whether the release is charged in the ledger's unit, and what is left suffices for it.
  bool allows(const Release& release) const;
  void charge(const Release& release);

  Cost spent() const { return {cap_.unit, sum_.value(), cap_.order}; }
  const Cost& cap() const { return cap_; }
  Index releases() const { return releases_; }
  /// The release that was charged last. Precondition: there is one.
  const Release& last() const { return entries_[latest_].last; }
  /// In the order in which their kinds were first released.
  const std::vector<LedgerEntry>& entries() const { return entries_; }

 private:
  LedgerEntry& entry_of(const Release& release);

  Cost cap_;
  std::vector<LedgerEntry> entries_;
  std::size_t latest_ = 0;
  Index releases_ = 0;
  math::CompensatedSum sum_;
};

}  // namespace noisy
