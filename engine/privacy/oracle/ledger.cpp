#include "engine/privacy/oracle/ledger.h"

namespace noisy {
namespace {

bool same_kind(const Release& a, const Release& b) {
  return a.form == b.form && a.batch_size == b.batch_size && a.mechanism == b.mechanism &&
         a.sensitivity == b.sensitivity;
}

}  // namespace

LedgerEntry& Ledger::entry_of(const Release& release) {
  // One kind as a rule, a few at most.
  for (LedgerEntry& entry : entries_) {
    if (same_kind(entry.last, release)) return entry;
  }
  entries_.push_back({.count = 0, .first = release, .last = release, .cost = 0});
  return entries_.back();
}

bool Ledger::allows(const Release& release) const {
  // Rounding of the plan's own arithmetic; far below any digit that a statement shows.
  constexpr double kSlack = 1 + 1e-12;
  return release.cost.counts_like(cap_) && sum_.value() + release.cost.value <= cap_.value * kSlack;
}

void Ledger::charge(const Release& release) {
  sum_.add(release.cost.value);
  ++releases_;
  LedgerEntry& entry = entry_of(release);
  latest_ = static_cast<std::size_t>(&entry - entries_.data());
  ++entry.count;
  entry.last = release;
  entry.cost += release.cost.value;
}

}  // namespace noisy
