#pragma once

#include <vector>

#include "engine/algorithm/frame/budget_rule.h"

namespace noisy {

/// The releases of one round: a fresh gradient, then differences to it, all of one scale each.
struct RoundReleases {
  Release fresh;
  Release difference;
  Index differences = 0;  ///< at most so many
};

/// Rounds that end on what was released: of each round's releases the fresh one is made, and as
/// many differences as the round has steps.
///
/// All scales and costs are fixed beforehand, so that the sum over the longest rounds bounds what
/// any run costs, by adaptive composition; a round that ends early only releases less. What it
/// leaves is not spent elsewhere.
class RoundsRule final : public ScheduledRule {
 public:
  RoundsRule(std::vector<RoundReleases> rounds, const Cost& cap, const Worth& worth);

  const RoundReleases& round(std::size_t k) const { return rounds_[k]; }
  Cost cap() const override { return cap_; }
  /// Of the longest rounds.
  Release at(Index number) const override;
  Index count() const override { return ends_.empty() ? 0 : ends_.back(); }
  std::vector<PlannedReleases> planned() const override;
  RunLength length() const override { return RunLength::open; }
  double spent(const Cost& cost) const override { return worth_.of(cost); }

 private:
  std::vector<RoundReleases> rounds_;
  std::vector<Index> ends_;  ///< numbers of the rounds' last releases
  Cost cap_;
  Worth worth_;
};

}  // namespace noisy
