#pragma once

#include <cmath>
#include <memory>
#include <utility>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/budget_rule.h"
#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/release/release_cost.h"
#include "tests/privacy/form/norm_form.h"

namespace noisy::testing {

/// Shrinks its point by noisy lengths of gradients: an algorithm whose releases are of a kind that
/// the engine does not have.
class NormPlan final : public AlgorithmPlan {
 public:
  NormPlan(FixedSchedule rule, PlanSummary summary)
      : rule_(std::move(rule)), summary_(std::move(summary)) {}

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  const FixedSchedule& schedule() const { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

 private:
  FixedSchedule rule_;
  PlanSummary summary_;
};

inline Run shrink_by_norms(GradientOracle& data, const NormPlan& plan, Vector x) {
  for (Index number = 1; number <= plan.summary().iterations; ++number) {
    const double norm = (co_await data.ask(norm_at(x, plan.schedule().at(number))))[0];
    x /= 1 + std::fabs(norm);
    co_yield Iterate{x};
  }
}

inline Run NormPlan::start(GradientOracle& data, Vector start) const {
  return shrink_by_norms(data, *this, std::move(start));
}

inline Result<std::unique_ptr<AlgorithmPlan>> plan_norms(const PlanInput& input) {
  constexpr Index kReleases = 5;
  const double move = input.facts.l2_sensitivity / static_cast<double>(input.facts.samples);
  const double rho = input.privacy.rho / kReleases;
  Release release{.form = norm_form(),
                  .batch_size = input.facts.samples,
                  .mechanism = Mechanism::gaussian,
                  .cost = {CostUnit::rho, rho},
                  .noise_scale = move / std::sqrt(2 * rho) * (1 + 1e-12)};
  FixedSchedule rule({{.first = release, .last = release, .count = kReleases}},
                     kReleases * release.cost, {.notion = Notion::zcdp});
  PlanSummary summary;
  summary.iterations = kReleases;
  summary.gradient_evaluations = static_cast<double>(kReleases * input.facts.samples);
  summary.claim = privacy_claim(
      input, rule,
      {.published = "all 5 noisy lengths of gradients", .noised = "with Gaussian noise on each"});
  summary.segments = {{.first = 1,
                       .count = kReleases,
                       .step_size = 0.01,
                       .first_release = release,
                       .last_release = release}};
  summary.parameters = input.parameters;
  return std::make_unique<NormPlan>(std::move(rule), std::move(summary));
}

inline AlgorithmEntry norm_entry() {
  return {.id = "norm-shrinking",
          .title = "Shrinking by lengths of gradients",
          .paper = "none: a test's",
          .theorem = "none",
          .summary = "Moves towards 0 by noisy lengths of gradients.",
          .notions = {Notion::zcdp},
          .neighbours = {Neighbours::replace_one},
          .mechanisms = {Mechanism::gaussian},
          .needs = {"bounded gradient sensitivity"},
          .guarantee = "All lengths are private, and so is the path.",
          .parameters = {start_spec({})},
          .plan = plan_norms};
}

}  // namespace noisy::testing
