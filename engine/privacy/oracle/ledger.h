#pragma once

#include <vector>

#include "engine/math/reduce.h"
#include "engine/math/vector.h"
#include "engine/privacy/release/release.h"
#include "engine/privacy/release/scale_runs.h"

namespace noisy {

/// Releases of one kind. With a divided budget cost and scale change from release to release; with
/// a uniform one the first and the last agree.
struct LedgerEntry {
  Index count = 0;
  Release first;
  Release last;
  double cost = 0;   ///< sum over the entry
  ScaleRuns scales;  ///< of all of them, in order (stated_scale)
  ScaleRuns grids;   ///< of hardened ones
  ScaleRuns steps;   ///< lengths of steps, of kinds that have some (ReleaseForm::step_length)
};

/// What the cost of a release follows from: its noise scale, or the budget that the scale is chosen
/// for where that follows the point.
double stated_scale(const Release& release);

/// Whether two releases belong to one entry.
bool same_kind(const Release& a, const Release& b);

/// What a run has released so far, and what it cost: every release, run-length coded.
///
/// Basic composition: costs add up, which is exact for pure DP, for zCDP, and for Renyi divergences
/// of one order; also where each cost was chosen after the answers before it. Where releases read
/// blocks of records, parallel composition besides: neighbours differ in one record, which only
/// the releases that read it say anything about, so that what is spent is the most that any one
/// record's releases cost together.
class Ledger {
 public:
  /// @param cap  the most that may be spent, in the unit that all releases are charged in
  explicit Ledger(const Cost& cap = {}) : cap_(cap) {}

  /// Whether the release is charged in the ledger's unit, and what is left suffices for it.
  bool allows(const Release& release) const;
  /// So many equal releases, one by one.
  void charge(const Release& release, Index count = 1);

  Cost spent() const { return {cap_.unit, whole_.value() + most_of_blocks_, cap_.order}; }
  /// What the releases that read this record cost.
  Cost spent_on(Index record) const;
  const Cost& cap() const { return cap_; }
  Index releases() const { return releases_; }
  /// The release that was charged last. Precondition: there is one.
  const Release& last() const { return entries_[latest_].last; }
  /// The releases of this one's kind; null when there is none.
  const LedgerEntry* entry_like(const Release& release) const;
  /// In the order in which their kinds were first released.
  const std::vector<LedgerEntry>& entries() const { return entries_; }

 private:
  struct BlockCost {
    RecordBlock block;
    math::CompensatedSum sum;
  };

  LedgerEntry& entry_of(const Release& release);
  double of_blocks_at(Index record) const;
  /// The most that blocks cost one record of this one; no place is dearer than the first of some
  /// block.
  double most_within(const RecordBlock& block) const;
  void charge_block(const Release& release, double cost);

  Cost cap_;
  std::vector<LedgerEntry> entries_;
  std::size_t latest_ = 0;
  Index releases_ = 0;
  math::CompensatedSum whole_;  ///< releases that read all records
  std::vector<BlockCost> blocks_;
  double most_of_blocks_ = 0;
};

}  // namespace noisy
