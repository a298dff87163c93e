#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// The steps of a run; all of it is public.
struct SyntheticDescentSetting {
  std::shared_ptr<const QueryFamily> queries;
  Index steps = 2;           ///< T >= 2
  Index draws = 1;           ///< K, queries that a step draws
  bool is_one_pass = false;  ///< disjoint blocks, else all records in every step
  Index samples = 0;         ///< n
  Index block_size = 1;      ///< B; n where all are read
  double step_size_x = 0;    ///< tau_x
  bool is_exact = false;     ///< nothing is drawn

  /// Records that the scores of step t >= 2 are about.
  Index records_before(Index step) const { return is_one_pass ? (step - 1) * block_size : samples; }
};

/// T - 1 draws, of equal scales in one pass and else of falling ones.
class QueryDrawsRule final : public ScheduledRule {
 public:
  QueryDrawsRule(std::vector<Release> releases, const Cost& cap, const Worth& worth)
      : releases_(std::move(releases)), cap_(cap), worth_(worth) {}

  Cost cap() const override { return cap_; }
  Release at(Index number) const override {
    return releases_[static_cast<std::size_t>(number - 1)];
  }
  Index count() const override { return std::ssize(releases_); }
  std::vector<PlannedReleases> planned() const override {
    return {{.first = releases_.front(),
             .last = releases_.back(),
             .count = count(),
             .is_constant = same_noise(releases_.front(), releases_.back())}};
  }
  double spent(const Cost& cost) const override { return worth_.of(cost); }

 private:
  std::vector<Release> releases_;
  Cost cap_;
  Worth worth_;
};

class SyntheticDescentPlan final : public AlgorithmPlan {
 public:
  SyntheticDescentPlan(SyntheticDescentSetting setting, QueryDrawsRule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const SyntheticDescentSetting& setting() const { return setting_; }
  /// Of the step t >= 2.
  Release release_at(Index step) const { return rule_.at(step - 1); }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override;
  /// The scores start at 0 whatever the start: at the uniform histogram.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  SyntheticDescentSetting setting_;
  QueryDrawsRule rule_;
  PlanSummary summary_;
};

std::vector<ParameterSpec> synthetic_descent_specs();

/// Plans synthetic-data. Where they are not given, T, B and both step sizes are those of
/// full_batch_synthetic_parameters, or in one pass those of synthetic_parameters. Without privacy T
/// is 1000, or n in one pass.
///
/// @error no-certificate at "stepSize" above the cap, which the message tells; invalid-value at
///        "iterations" above n in one pass; unsupported-option at "privacy.calibration" for the
///        paper's own outside of one pass; as synthetic_facts and synthetic_parameters
Result<std::unique_ptr<AlgorithmPlan>> plan_synthetic_descent(const PlanInput& input);

}  // namespace noisy
