#include "engine/statement/write/spending.h"

namespace noisy {
namespace {

/// How many releases of a ledger are of the first kind, where a plan has two.
double anchors_among(const std::vector<PlannedReleases>& planned, const Ledger& ledger) {
  if (planned.size() < 2) return 0;
  const LedgerEntry* found = ledger.entry_like(planned.front().first);
  return found ? static_cast<double>(found->count) : 0;
}

/// All planned releases.
ReleaseCount count_of(const std::vector<PlannedReleases>& planned) {
  ReleaseCount out;
  for (const PlannedReleases& kind : planned) out.releases += static_cast<double>(kind.count);
  if (planned.size() > 1) out.anchors = static_cast<double>(planned.front().count);
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
  out.executed = {.releases = static_cast<double>(ledger.releases()),
                  .anchors = anchors_among(planned, ledger)};
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
