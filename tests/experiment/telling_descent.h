#pragma once

#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/form/gradient.h"
#include "tests/statement/adaptive_descent.h"

namespace noisy::testing {

/// The releases of another plan, by gradient descent whose steps tell everybody the length of what
/// was released and what is spent, and which says why it ends.
class TellingPlan final : public AlgorithmPlan {
 public:
  explicit TellingPlan(std::unique_ptr<AlgorithmPlan> inner) : inner_(std::move(inner)) {}

  const PlanSummary& summary() const override { return inner_->summary(); }
  const BudgetRule& rule() const override { return inner_->rule(); }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  std::unique_ptr<AlgorithmPlan> inner_;
};

inline constexpr const char* kStopReason = "budget-spent";
inline constexpr const char* kStopText = "The next step would have cost more than is left.";

inline std::optional<Release> next_release(const AlgorithmPlan& plan, const History& history,
                                           Index step) {
  if (step == plan.summary().iterations) return std::nullopt;
  return plan.rule().next(history);
}

inline Run descend_telling(GradientOracle& data, const TellingPlan& plan, Vector x) {
  constexpr double kStep = 0.5;
  std::array<double, 2> told = {std::numeric_limits<double>::quiet_NaN(), 0};
  const PublicStep step{told};
  const NamedView view(step);
  co_yield Standing{StepView(view)};
  Vector released;
  const Vector* last = nullptr;
  Index t = 0;
  while (const auto release = next_release(plan, {data.ledger(), last}, t++)) {
    released = co_await data.ask(gradient_at(x, *release));
    last = &released;
    x -= kStep * released;
    told = {released.norm(), data.ledger().spent().value};
    co_yield Iterate{x, StepView(view)};
  }
  co_yield Ending{kStopReason, kStopText};
}

inline Run TellingPlan::start(GradientOracle& data, Vector start) const {
  return descend_telling(data, *this, std::move(start));
}

inline Result<std::unique_ptr<AlgorithmPlan>> telling(Result<std::unique_ptr<AlgorithmPlan>> plan) {
  if (!plan) return plan;
  return std::make_unique<TellingPlan>(*std::move(plan));
}

inline std::vector<StepColumn> told_columns() {
  return {{.name = "releasedLength",
           .title = "Released length",
           .unit = "gradient",
           .description = "Of the gradient that was released."},
          {.name = "spentSoFar", .title = "Spent so far", .description = "In rho."}};
}

/// Private, with noise that follows its own releases.
inline AlgorithmEntry telling_entry() {
  AlgorithmEntry entry = adaptive_entry();
  entry.id = "telling-gd";
  entry.columns = told_columns();
  entry.plan = [](const PlanInput& input) { return telling(plan_adaptive(input)); };
  return entry;
}

/// The same of exact gradients, which promises nothing.
inline AlgorithmEntry telling_exact_entry() {
  AlgorithmEntry entry = *find_algorithm("gd");
  entry.id = "telling-exact";
  entry.columns = told_columns();
  entry.plan = [](const PlanInput& input) { return telling(find_algorithm("gd")->plan(input)); };
  return entry;
}

}  // namespace noisy::testing
