#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// The rounds of a run; all of it is public.
struct MwemSettings {
  std::shared_ptr<const QueryFamily> queries;
  Index samples = 0;  ///< n
  Index rounds = 1;   ///< R
  Index replays = 1;  ///< steps of the histogram after each round
};

/// Rounds of two releases each: a choice of a query, and the answers to its table.
class MwemRule final : public ScheduledRule {
 public:
  MwemRule(const Release& choice, const Release& answers, Index rounds, const Cost& cap,
           const Worth& worth)
      : choice_(choice), answers_(answers), rounds_(rounds), cap_(cap), worth_(worth) {}

  const Release& choice() const { return choice_; }
  const Release& answers() const { return answers_; }

  Cost cap() const override { return cap_; }
  Release at(Index number) const override { return number % 2 == 1 ? choice_ : answers_; }
  Index count() const override { return 2 * rounds_; }
  std::vector<PlannedReleases> planned() const override {
    return {{.first = choice_, .last = choice_, .count = rounds_},
            {.first = answers_, .last = answers_, .count = rounds_}};
  }
  double spent(const Cost& cost) const override { return worth_.of(cost); }

 private:
  Release choice_, answers_;
  Index rounds_;
  Cost cap_;
  Worth worth_;
};

class MwemPlan final : public AlgorithmPlan {
 public:
  MwemPlan(MwemSettings setting, MwemRule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const MwemSettings& setting() const { return setting_; }
  const Release& choice() const { return rule_.choice(); }
  const Release& answers() const { return rule_.answers(); }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  /// From the uniform histogram whatever the start.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  MwemSettings setting_;
  MwemRule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> mwem_specs();

/// Plans mwem: R by mwem_rounds where it is not given, a fifth of the budget for choices. Without
/// privacy there are as many rounds as tables.
///
/// @error unsupported-option at "privacy.calibration" for the paper's own; as synthetic_facts
Result<std::unique_ptr<AlgorithmPlan>> plan_mwem(const PlanInput& input);

}  // namespace noisy
