#include "engine/privacy/ledger.h"

namespace noisy {
namespace {

bool same_kind(const Release& a, const Release& b) {
  return a.form == b.form && a.batch_size == b.batch_size && a.mechanism == b.mechanism &&
         a.sensitivity == b.sensitivity;
}

}  // namespace

void Ledger::charge(const Release& release) {
  sum_.add(release.cost);
  ++releases_;
  if (entries_.empty() || !same_kind(entries_.back().last, release)) {
    entries_.push_back({.count = 0, .first = release, .last = release, .cost = 0});
  }
  LedgerEntry& entry = entries_.back();
  ++entry.count;
  entry.last = release;
  entry.cost += release.cost;
}

}  // namespace noisy
