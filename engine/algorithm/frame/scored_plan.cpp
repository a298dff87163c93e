#include "engine/algorithm/frame/scored_plan.h"

#include <utility>

#include "engine/math/figure_text.h"

namespace noisy {
namespace {

class ScoredPlan final : public AlgorithmPlan {
 public:
  ScoredPlan(std::unique_ptr<AlgorithmPlan> plan, const PrivateScore& score)
      : plan_(std::move(plan)), summary_(plan_->summary()) {
    if (!summary_.claim.promises()) return;
    // Of a pure run delta buys less epsilon for the training alone.
    summary_.claim.approximate.reset();
    summary_.claim.statement +=
        " Beside that, " + score_words(score) +
        " is published with noise, at epsilon = " + figure_text(score.epsilon()) +
        " for these rows alone. A record's place decides whether it is learnt from or held out, so "
        "that both together cost the larger of the two, not their sum.";
  }

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return plan_->rule(); }
  bool adds_regularizer() const override { return plan_->adds_regularizer(); }
  bool leaks() const override { return plan_->leaks(); }
  std::optional<RateLaw> rate_law(const PlanInput& input) const override {
    return plan_->rate_law(input);
  }
  Run start(GradientOracle& data, Vector start) const override {
    return plan_->start(data, std::move(start));
  }

 private:
  std::unique_ptr<AlgorithmPlan> plan_;
  PlanSummary summary_;
};

}  // namespace

std::unique_ptr<AlgorithmPlan> with_score(std::unique_ptr<AlgorithmPlan> plan,
                                          const PrivateScore& score) {
  return std::make_unique<ScoredPlan>(std::move(plan), score);
}

std::string score_words(const PrivateScore& score) {
  const std::string rows = score.records > 0 ? std::to_string(score.records) + " rows" : "rows";
  return std::string("the ") +
         (score.measure == ScoreMeasure::accuracy ? "accuracy" : "root of the mean squared error") +
         " on the " + rows + " that are held out";
}

}  // namespace noisy
