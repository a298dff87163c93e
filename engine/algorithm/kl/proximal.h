#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/kl/theory/proximal_schedule.h"

namespace noisy {

/// A plan of proximal steps that all have the same inner solver; one step alone is Algorithm 4.
class ProximalPlan final : public AlgorithmPlan {
 public:
  struct Inner {
    Index iterations = 2;  ///< T: it asks for one gradient less
    InnerStepRule step_rule = InnerStepRule::linear_weight;
  };

  /// @param region  radius around 0 that all points stay in; infinity: all of space
  ProximalPlan(std::vector<ProximalStep> steps, const Inner& inner, double region,
               FixedSchedule rule, PlanSummary summary)
      : steps_(std::move(steps)),
        inner_(inner),
        region_(region),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  const PlanSummary& summary() const override { return summary_; }
  const FixedSchedule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

  const std::vector<ProximalStep>& steps() const { return steps_; }
  const Inner& inner() const { return inner_; }
  double region() const { return region_; }

 private:
  std::vector<ProximalStep> steps_;
  Inner inner_;
  double region_;
  FixedSchedule rule_;
  PlanSummary summary_;
};

/// Proximal steps, each by projected noisy gradient descent around where the one before ended
/// (Algorithms 2 and 4). What a step ends at is the average of its iterates, weighted by their
/// numbers.
Run proximal_point(GradientOracle& data, const ProximalPlan& plan, Vector x);

}  // namespace noisy
