#include "engine/privacy/oracle/ledger.h"

#include <algorithm>

namespace noisy {

double stated_scale(const Release& release) {
  return release.sensitivity == SensitivityRule::state_dependent ? release.base_epsilon
                                                                 : release.noise_scale;
}

bool same_kind(const Release& a, const Release& b) {
  return a.form == b.form && a.batch_size == b.batch_size && a.mechanism == b.mechanism &&
         a.sensitivity == b.sensitivity && a.block == b.block;
}

const LedgerEntry* Ledger::entry_like(const Release& release) const {
  // One kind as a rule, a few at most.
  for (const LedgerEntry& entry : entries_) {
    if (same_kind(entry.last, release)) return &entry;
  }
  return nullptr;
}

LedgerEntry& Ledger::entry_of(const Release& release) {
  if (const LedgerEntry* found = entry_like(release)) {
    return entries_[static_cast<std::size_t>(found - entries_.data())];
  }
  entries_.push_back({.first = release, .last = release});
  return entries_.back();
}

double Ledger::of_blocks_at(Index record) const {
  double sum = 0;
  for (const BlockCost& some : blocks_) {
    if (some.block.holds(record)) sum += some.sum.value();
  }
  return sum;
}

double Ledger::most_within(const RecordBlock& block) const {
  double most = of_blocks_at(block.first);
  for (const BlockCost& some : blocks_) {
    if (block.holds(some.block.first)) most = std::max(most, of_blocks_at(some.block.first));
  }
  return most;
}

Cost Ledger::spent_on(Index record) const {
  return {cap_.unit, whole_.value() + of_blocks_at(record), cap_.order};
}

bool Ledger::allows(const Release& release) const {
  // Rounding of the plan's own arithmetic; far below any digit that a statement shows.
  constexpr double kSlack = 1 + 1e-12;
  const double before =
      release.block.is_whole() ? spent().value : whole_.value() + most_within(release.block);
  return release.cost.counts_like(cap_) && before + release.cost.value <= cap_.value * kSlack;
}

void Ledger::charge_block(const Release& release, double cost) {
  auto found = std::ranges::find(blocks_, release.block, &BlockCost::block);
  if (found == blocks_.end()) found = blocks_.insert(found, {.block = release.block, .sum = {}});
  found->sum.add(cost);
  most_of_blocks_ = std::max(most_of_blocks_, most_within(release.block));
}

void Ledger::charge(const Release& release, Index count) {
  if (count == 0) return;
  const double cost = static_cast<double>(count) * release.cost.value;
  if (release.block.is_whole()) {
    whole_.add(cost);
  } else {
    charge_block(release, cost);
  }
  releases_ += count;
  LedgerEntry& entry = entry_of(release);
  latest_ = static_cast<std::size_t>(&entry - entries_.data());
  entry.count += count;
  entry.last = release;
  entry.cost += cost;
  entry.scales.add(stated_scale(release), count);
  if (release.is_hardened()) entry.grids.add(release.grid, count);
  if (const double length = release.form->step_length(release); length > 0) {
    entry.steps.add(length, count);
  }
}

}  // namespace noisy
