#include "engine/algorithm/frame/filter_rule.h"

#include <utility>

#include "engine/privacy/accountant/filter.h"

namespace noisy {
namespace {

constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"norm-budget-exhausted", "What is left of the budget suffices for no further norm."},
    {"gradient-at-noise-floor",
     "The gradient is so short that it cannot be told from the least noise that the budget buys."},
    {"step-would-overshoot",
     "The gradient is so short that the next one would cost more than what is left of the "
     "budget."},
    {"max-iterations", "The cap on the number of norms is reached."}};

}  // namespace

std::string_view word_of(AdaptiveStop stop) {
  return kWords[static_cast<std::size_t>(stop)].first;
}

std::string_view text_of(AdaptiveStop stop) {
  return kWords[static_cast<std::size_t>(stop)].second;
}

Result<FilterRule> FilterRule::create(const Cost& cap, const Worth& worth,
                                      std::vector<Release> kinds, Choice choose) {
  if (cap.unit == CostUnit::renyi) {
    return fail(ErrorCode::unsupported_option, "privacy.notion",
                "a filter's cap is in epsilon or rho: use \"pure\", \"zcdp\", or \"approximate\" "
                "through zCDP");
  }
  if (!SumFilter::create(cap.value)) {
    return fail(ErrorCode::invalid_budget, "privacy", "must be positive and finite");
  }
  return FilterRule(cap, worth, std::move(kinds), std::move(choose));
}

std::optional<Release> FilterRule::next(const History& history) const {
  auto filter = SumFilter::create(cap_.value);
  const double spent = history.ledger.spent().value;
  if (!filter || !filter->try_spend(spent).value_or(false)) return std::nullopt;
  const auto chosen = choose_(history, filter->remaining());
  if (!chosen || !chosen->cost.counts_like(cap_)) return std::nullopt;
  return filter->try_spend(chosen->cost.value).value_or(false) ? chosen : std::nullopt;
}

std::vector<PlannedReleases> FilterRule::planned() const {
  std::vector<PlannedReleases> out;
  for (const Release& kind : kinds_) {
    out.push_back({.first = kind, .last = kind, .count = 0, .is_constant = false});
  }
  return out;
}

}  // namespace noisy
