#pragma once

#include <memory>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// The releases of a plan of variance-reduced gradients, all asked for at one point against one
/// anchor, which an attacker chose: the guarantee holds for any points, and there it is nearly
/// reached. The algorithm's own path rarely leads to where one record does the most.
class ProbePlan final : public AlgorithmPlan {
 public:
  ProbePlan(std::shared_ptr<const AlgorithmPlan> judged, Vector anchor)
      : judged_(std::move(judged)), anchor_(std::move(anchor)) {}

  const Vector& anchor() const { return anchor_; }

  const PlanSummary& summary() const override { return judged_->summary(); }
  const BudgetRule& rule() const override { return judged_->rule(); }
  bool adds_regularizer() const override { return false; }

  /// Asks at the start; its iterates are means of what was released so far.
  Run start(GradientOracle& data, Vector start) const override;

 private:
  std::shared_ptr<const AlgorithmPlan> judged_;
  Vector anchor_;
};

}  // namespace noisy
