#include "engine/algorithm/frame/budget_rule.h"

#include <algorithm>
#include <limits>

#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {

double Worth::of(const Cost& cost) const {
  if (notion == Notion::none) return std::numeric_limits<double>::quiet_NaN();
  if (notion != Notion::approximate || cost.value == 0) return cost.value;
  if (cost.unit == CostUnit::epsilon) return cost.value;
  return cost.unit == CostUnit::rho
             ? zcdp_epsilon(cost.value, delta, ZcdpConversion::optimal)
             : std::max(0.0, renyi_epsilon_at(cost.order, cost.value, delta));
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

std::vector<PlannedReleases> planned_among(const BudgetRule& rule, Index releases) {
  std::vector<PlannedReleases> planned = rule.planned();
  const auto* schedule = dynamic_cast<const ScheduledRule*>(&rule);
  if (planned.size() == 1 || !schedule) {
    for (PlannedReleases& some : planned) some.count = releases;
    return planned;
  }
  if (releases == schedule->count()) return planned;
  for (PlannedReleases& some : planned) some.count = 0;
  for (Index number = 1; number <= releases; ++number) {
    const ReleaseForm* form = schedule->at(number).form;
    ++std::ranges::find(planned, form, [](const auto& some) { return some.first.form; })->count;
  }
  return planned;
}

}  // namespace noisy
