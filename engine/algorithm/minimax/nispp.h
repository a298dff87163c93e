#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/sampled_rule.h"
#include "engine/algorithm/minimax/solution_plan.h"

namespace noisy {

/// So many equal releases of saddle points of drawn batches.
class DrawnSolutionRule final : public ScheduledRule {
 public:
  /// @param account  what counts them: as many noisy operators of the same batches whose noise is
  ///                 as large a multiple of what one record moves; absent without privacy
  DrawnSolutionRule(const Release& release, Index count, std::optional<SampledRule> account)
      : release_(release), count_(count), account_(std::move(account)) {}

  Cost cap() const override { return static_cast<double>(count_) * release_.cost; }
  Release at(Index) const override { return release_; }
  Index count() const override { return count_; }
  std::vector<PlannedReleases> planned() const override {
    return {{.first = release_, .last = release_, .count = count_}};
  }
  double spent(const Cost& cost) const override { return account_ ? account_->spent(cost) : 0; }
  void state(PrivacyClaim& claim) const override {
    if (account_) account_->state(claim);
  }

 private:
  Release release_;
  Index count_;
  std::optional<SampledRule> account_;
};

/// The noisy inexact stochastic proximal point method, NISPP (Boob, Guzman 2023;
/// bring-your-own-minimax, 2.9, B5): z*(B, w) the saddle point of the mean over a batch B of m
/// records plus (lambda/2) ||x - w_x||^2 - (lambda/2) ||y - w_y||^2,
///
///     w_t = P( point within nu of z*(B_t, w_{t-1}), + sigma N(0, I) ),   t = 1 .. T
///
/// Handed out is the mean of w_1 .. w_t.
class NisppPlan final : public AlgorithmPlan {
 public:
  NisppPlan(SolutionSpace space, SolutionStep step, Domain domain, DrawnSolutionRule rule,
            PlanSummary summary)
      : space_(std::move(space)),
        step_(step),
        domain_(std::move(domain)),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const Release& release() const { return step_.release; }
  const Domain& domain() const { return domain_; }
  Index steps() const { return rule_.count(); }
  /// What is solved where the path stands at w.
  SolveSetting setting_at(const Vector& w) const;

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  SolutionSpace space_;
  SolutionStep step_;
  Domain domain_;
  DrawnSolutionRule rule_;
  PlanSummary summary_;
};

Run nispp(GradientOracle& data, const NisppPlan& plan, Vector w);

std::vector<ParameterSpec> nispp_specs();

/// Plans NISPP. By default m = ceil(sqrt n) records, T = n steps, nu = rho L / (lambda m), and
/// lambda = 1 / eta of DP-SGDA with as many operators of such batches, whose noise is s:
///
///     lambda = sqrt(T (L^2 + d s^2)) / D
///
/// Noise is the same multiple of Delta (drawn_solution.h) that s is of S / m.
///
/// @error invalid-value at "batchSize" unless below n, at "regularization" where no lambda follows;
///        needs-convexity; as SampledRule::create
Result<std::unique_ptr<AlgorithmPlan>> plan_nispp(const PlanInput& input);

}  // namespace noisy
