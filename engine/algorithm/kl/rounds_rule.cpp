#include "engine/algorithm/kl/rounds_rule.h"

#include <algorithm>

namespace noisy {

RoundsRule::RoundsRule(std::vector<RoundReleases> rounds, const Cost& cap, const Worth& worth)
    : rounds_(std::move(rounds)), cap_(cap), worth_(worth) {
  Index end = 0;
  for (const RoundReleases& round : rounds_) ends_.push_back(end += 1 + round.differences);
}

Release RoundsRule::at(Index number) const {
  const auto end = std::ranges::lower_bound(ends_, number);
  const RoundReleases& round = rounds_[static_cast<std::size_t>(end - ends_.begin())];
  return number == *end - round.differences ? round.fresh : round.difference;
}

std::vector<PlannedReleases> RoundsRule::planned() const {
  if (rounds_.empty()) return {};
  std::vector<PlannedReleases> out = {{.first = rounds_.front().fresh,
                                       .last = rounds_.back().fresh,
                                       .count = static_cast<Index>(rounds_.size()),
                                       .is_constant = false}};
  const auto has_differences = [](const RoundReleases& round) { return round.differences > 0; };
  const auto first = std::ranges::find_if(rounds_, has_differences);
  if (first == rounds_.end()) return out;
  const auto last = std::ranges::find_if(rounds_.rbegin(), rounds_.rend(), has_differences);
  out.push_back({.first = first->difference,
                 .last = last->difference,
                 .count = count() - static_cast<Index>(rounds_.size()),
                 .is_constant = false});
  return out;
}

}  // namespace noisy
