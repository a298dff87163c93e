#include "engine/statement/write/spending.h"

namespace noisy {
namespace {

/// How many of the first releases are of the first kind, where a plan has two.
double anchors_among(const AlgorithmPlan& plan, Index releases) {
  if (releases == 0) return 0;
  const std::vector<PlannedReleases> groups = planned_among(plan.rule(), releases);
  return groups.size() > 1 ? static_cast<double>(groups.front().count) : 0;
}

ReleaseCount count_of(const AlgorithmPlan& plan, Index releases) {
  return {.releases = static_cast<double>(releases), .anchors = anchors_among(plan, releases)};
}

}  // namespace

RunSpending spending_of(const AlgorithmPlan& plan, const PrivacyClaim& claim,
                        const Ledger& ledger) {
  const Index planned = plan.summary().iterations;
  const Index executed = claim.promises() ? ledger.releases() : 0;
  // Only where it was drawn without data does a stop take away from the cost.
  const Index charged = claim.guarantee == Guarantee::stopped ? planned : executed;
  const double cost = charged == planned ? plan.rule().cap().value : ledger.spent().value;
  return {.executed = count_of(plan, executed),
          .charged = count_of(plan, charged),
          .cost = claim.promises() ? cost : 0,
          .guarantee = claim.guarantee,
          .is_certified = claim.certified(),
          .reasons = claim.reasons};
}

}  // namespace noisy
