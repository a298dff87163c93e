#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/filter_rule.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy::testing {

/// Gradient descent that nobody can schedule: the noise of a step is a part of the length of the
/// gradient that was released before it, and it goes on while what is left of rho suffices.
class AdaptivePlan final : public AlgorithmPlan {
 public:
  AdaptivePlan(FilterRule rule, PlanSummary summary)
      : rule_(std::move(rule)), summary_(std::move(summary)) {}

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  FilterRule rule_;
  PlanSummary summary_;
};

inline Run descend_adaptively(GradientOracle& data, const AdaptivePlan& plan, Vector x) {
  constexpr double kStep = 0.5;
  Vector released;
  const Vector* last = nullptr;
  while (const auto release = plan.rule().next({data.ledger(), last})) {
    released = co_await data.ask(gradient_at(x, *release));
    last = &released;
    x -= kStep * released;
    co_yield Iterate{x};
  }
}

inline Run AdaptivePlan::start(GradientOracle& data, Vector start) const {
  return descend_adaptively(data, *this, std::move(start));
}

inline Result<std::unique_ptr<AlgorithmPlan>> plan_adaptive(const PlanInput& input) {
  const double move = input.facts.l2_sensitivity / static_cast<double>(input.facts.samples);
  const double rho = input.privacy.rho;
  const double share = input.parameters.number("share").value_or(0.5);
  const Release kind{.batch_size = input.facts.samples, .mechanism = Mechanism::gaussian};
  const auto choose = [=](const History& history, double) -> std::optional<Release> {
    constexpr double kFirstPart = 0.002, kLargestPart = 0.02;
    const double first = move / std::sqrt(2 * kFirstPart * rho);
    const double least = move / std::sqrt(2 * kLargestPart * rho);
    Release release = kind;
    release.noise_scale =
        history.last ? std::clamp(share * history.last->norm(), least, 8 * first) : first;
    release.cost = {CostUnit::rho, rho_of_gaussian(move, release.noise_scale)};
    return release;
  };
  auto rule = FilterRule::create({CostUnit::rho, rho}, {.notion = Notion::zcdp}, {kind}, choose);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary;
  summary.iterations = 400;  // about the most that there can be
  summary.claim = privacy_claim(
      input, *rule,
      gradient_words("noisy gradients whose noise and number follow from those before them", kind,
                     input.facts.samples));
  summary.segments = {{.first = 1,
                       .count = summary.iterations,
                       .step_size = 0.5,
                       .first_release = kind,
                       .last_release = kind}};
  summary.parameters = input.parameters;
  return std::make_unique<AdaptivePlan>(*std::move(rule), std::move(summary));
}

inline AlgorithmEntry adaptive_entry() {
  return {.id = "adaptive-gd",
          .title = "Gradient descent with noise by the last answer",
          .paper = "none: a test's",
          .theorem = "none",
          .summary = "Noise that follows what was released, until the budget is used up.",
          .notions = {Notion::zcdp},
          .neighbours = {Neighbours::replace_one},
          .mechanisms = {Mechanism::gaussian},
          .needs = {"bounded gradient sensitivity"},
          .guarantee = "The whole path is private, wherever it ends.",
          .parameters = {{.name = "share",
                          .title = "Noise by length",
                          .type = ParameterType::number,
                          .minimum = 0,
                          .maximum = 10,
                          .default_value = 0.5,
                          .description = "Deviation of a step's noise over the length of the "
                                         "gradient that was released before it.",
                          .source = "a test's"}},
          .plan = plan_adaptive};
}

}  // namespace noisy::testing
