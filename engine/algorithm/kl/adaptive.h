#pragma once

#include <optional>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/filter_rule.h"
#include "engine/algorithm/kl/adaptive_choice.h"

namespace noisy {

/// A plan of adaptive noisy gradient descent (Algorithm 3), with the private selection of Theorem 5
/// where it is asked for.
class AdaptivePlan final : public AlgorithmPlan {
 public:
  /// @param selection  of the release that chooses one of the iterates in the end, or nothing
  AdaptivePlan(AdaptiveChoice choice, double step_size, Domain domain,
               std::optional<Release> selection, FilterRule rule, PlanSummary summary)
      : choice_(std::move(choice)),
        step_size_(step_size),
        domain_(std::move(domain)),
        selection_(std::move(selection)),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const PlanSummary& summary() const override { return summary_; }
  const FilterRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

  const AdaptiveChoice& choice() const { return choice_; }
  double step_size() const { return step_size_; }
  const std::optional<Release>& selection() const { return selection_; }
  void project(Vector& x) const { domain_.project(x); }

 private:
  AdaptiveChoice choice_;
  double step_size_;
  Domain domain_;
  std::optional<Release> selection_;
  FilterRule rule_;
  PlanSummary summary_;
};

/// Noisy gradient descent that first asks how long the gradient is, and then takes it with noise in
/// proportion, until the budget or the gradient is used up.
Run adaptive_descent(GradientOracle& data, const AdaptivePlan& plan, Vector x);

}  // namespace noisy
