#include "engine/statement/write/spending.h"

namespace noisy {
namespace {

/// The releases of a ledger, by kind where a plan has several.
ReleaseCount count_of(const std::vector<PlannedReleases>& planned, const Ledger& ledger) {
  ReleaseCount out{.releases = static_cast<double>(ledger.releases()), .kinds = {}};
  if (planned.size() < 2) return out;
  for (const PlannedReleases& kind : planned) {
    const LedgerEntry* found = ledger.entry_like(kind.first);
    out.kinds.push_back(found ? static_cast<double>(found->count) : 0);
  }
  return out;
}

/// All planned releases.
ReleaseCount count_of(const std::vector<PlannedReleases>& planned) {
  ReleaseCount out;
  for (const PlannedReleases& kind : planned) {
    out.releases += static_cast<double>(kind.count);
    if (planned.size() > 1) out.kinds.push_back(static_cast<double>(kind.count));
  }
  return out;
}

}  // namespace

RunSpending spending_of(const AlgorithmPlan& plan, const PrivacyClaim& claim,
                        const Ledger& ledger) {
  RunSpending out{
      .guarantee = claim.guarantee, .is_certified = claim.certified(), .reasons = claim.reasons};
  if (!claim.promises()) return out;
  const BudgetRule& rule = plan.rule();
  const std::vector<PlannedReleases> planned = rule.planned();
  const ReleaseCount all = count_of(planned);
  out.executed = count_of(planned, ledger);
  out.charged = claim.guarantee == Guarantee::stopped ? all : out.executed;
  const bool is_whole = rule.length() == RunLength::open || out.charged == all;
  out.cost = is_whole ? rule.cap().value : ledger.spent().value;
  return out;
}

Ledger charged_ledger(const AlgorithmPlan& plan, const PrivacyClaim& claim, const Ledger& ledger) {
  if (!claim.promises()) return Ledger(plan.rule().cap());
  return claim.guarantee == Guarantee::stopped ? whole_ledger(plan.rule()) : ledger;
}

}  // namespace noisy
