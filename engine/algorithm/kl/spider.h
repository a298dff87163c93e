#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/kl/rounds_rule.h"
#include "engine/algorithm/kl/theory/spider_schedule.h"

namespace noisy {

/// A plan of KL Spider: Algorithm 1 of the paper with corrected indices.
class SpiderPlan final : public AlgorithmPlan {
 public:
  SpiderPlan(std::vector<SpiderRound> rounds, RoundsRule rule, PlanSummary summary)
      : rounds_(std::move(rounds)), rule_(std::move(rule)), summary_(std::move(summary)) {}

  const PlanSummary& summary() const override { return summary_; }
  const RoundsRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

  const std::vector<SpiderRound>& rounds() const { return rounds_; }

 private:
  std::vector<SpiderRound> rounds_;
  RoundsRule rule_;
  PlanSummary summary_;
};

/// KL Spider: every round takes one fresh private gradient, then follows it by private differences.
/// Steps have the round's length; the round ends after its N_k steps, or as soon as the estimated
/// gradient is so short that the KL condition certifies the round's target.
Run kl_spider(GradientOracle& data, const SpiderPlan& plan, Vector x);

}  // namespace noisy
