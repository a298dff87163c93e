#include "engine/algorithm/frame/budget_rule.h"

#include <algorithm>
#include <limits>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {

double Worth::of(const Cost& cost) const {
  if (notion == Notion::none) return std::numeric_limits<double>::quiet_NaN();
  if (notion != Notion::approximate || cost.value == 0) return cost.value;
  if (cost.unit == CostUnit::epsilon) return cost.value;
  const double converted = cost.unit == CostUnit::rho
                               ? zcdp_epsilon(cost.value, delta, conversion)
                               : std::max(0.0, renyi_epsilon_at(cost.order, cost.value, delta));
  // Some of the releases cost no more than all of them.
  return epsilon > 0 ? std::min(converted, epsilon) : converted;
}

void BudgetRule::state(PrivacyClaim& claim) const {
  if (claim.notion == Notion::none) return;
  (claim.notion == Notion::zcdp ? claim.rho : claim.epsilon) = spent(cap());
}

void FixedSchedule::state(PrivacyClaim& claim) const {
  BudgetRule::state(claim);
  if (worth_.epsilon > 0) claim.epsilon = worth_.epsilon;
}

std::optional<Release> ScheduledRule::next(const History& history) const {
  const Index number = history.ledger.releases() + 1;
  return number <= count() ? std::optional(at(number)) : std::nullopt;
}

Index FixedSchedule::count() const {
  Index count = 0;
  for (const PlannedReleases& some : releases_) count += some.count;
  return count;
}

Release FixedSchedule::at(Index number) const {
  for (const PlannedReleases& some : releases_) {
    if (number <= some.count) return some.first;
    number -= some.count;
  }
  return releases_.empty() ? Release{} : releases_.back().last;
}

Release first_release(const BudgetRule& rule) {
  const std::vector<PlannedReleases> planned = rule.planned();
  return planned.empty() ? Release{} : planned.front().first;
}

Ledger begun_ledger(const BudgetRule& rule) {
  Ledger ledger(rule.cap());
  for (const PlannedReleases& some : rule.planned()) {
    if (some.first.form->precedes_run()) ledger.charge(some.first, some.count);
  }
  return ledger;
}

Ledger whole_ledger(const BudgetRule& rule) {
  Ledger ledger(rule.cap());
  const std::vector<PlannedReleases> planned = rule.planned();
  if (rule.length() == RunLength::open) return ledger;
  if (std::ranges::all_of(planned, &PlannedReleases::is_constant)) {
    for (const PlannedReleases& some : planned) ledger.charge(some.first, some.count);
    return ledger;
  }
  while (const auto release = rule.next(ledger)) ledger.charge(*release);
  return ledger;
}

}  // namespace noisy
