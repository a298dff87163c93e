#pragma once

#include "engine/algorithm/accelerated/theory/step_schedule.h"
#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/release_rule.h"

namespace noisy {

/// One iteration: x_t from x_{t-1} and x_{t-2}.
struct Step {
  double size = 0;        ///< alpha_t
  double momentum = 0;    ///< beta_t
  bool restarts = false;  ///< first step of a later stage: the momentum is forgotten
  Release release;
};

/// The steps of a plan as a range: O(stages) memory however long the schedule is.
class Steps {
 public:
  Steps(const StepSchedule& stages, const ReleaseRule& rule) : stages_(&stages), rule_(&rule) {}

  class Iterator {
   public:
    Iterator(const StepSchedule& stages, const ReleaseRule& rule)
        : stage_(stages.data()), last_(stages.data() + stages.size()), rule_(&rule) {}
    Step operator*() const {
      return {.size = stage_->step_size,
              .momentum = stage_->momentum,
              .restarts = offset_ == 0 && iteration_ > 1,
              .release = rule_->at(iteration_)};
    }
    Iterator& operator++() {
      ++iteration_;
      if (++offset_ == stage_->count) {
        ++stage_;
        offset_ = 0;
      }
      return *this;
    }
    bool operator!=(std::nullptr_t) const { return stage_ != last_; }

   private:
    const Stage* stage_;
    const Stage* last_;
    const ReleaseRule* rule_;
    Index offset_ = 0;
    Index iteration_ = 1;
  };

  Iterator begin() const { return {*stages_, *rule_}; }
  std::nullptr_t end() const { return nullptr; }

 private:
  const StepSchedule* stages_;
  const ReleaseRule* rule_;
};

/// A schedule and the rule of its releases: all that the coroutines of this family need.
class AcceleratedPlan final : public AlgorithmPlan {
 public:
  using Start = Run (*)(GradientOracle& data, const AcceleratedPlan& plan, Vector x);

  AcceleratedPlan(Start coroutine, StepSchedule stages, ReleaseRule rule, PlanSummary summary)
      : start_(coroutine),
        stages_(std::move(stages)),
        rule_(std::move(rule)),
        summary_(std::move(summary)) {}

  Steps steps() const { return {stages_, rule_}; }
  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector x) const override {
    return start_(data, *this, std::move(x));
  }

 private:
  Start start_;
  StepSchedule stages_;
  ReleaseRule rule_;
  PlanSummary summary_;
};

}  // namespace noisy
