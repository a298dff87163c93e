#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/filter_rule.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/iterate_choice.h"
#include "engine/privacy/form/step_difference.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy::testing {

inline constexpr Index kWalkRounds = 3;

/// The most that the step of this round, from 0, may be long.
inline double walk_length(Index round) {
  return 0.5 / static_cast<double>(round + 1);
}

/// The releases of a walk.
struct WalkNoise {
  std::vector<const ReleaseForm*> forms;  ///< in the order in which a round makes them
  Index samples = 0;
  RegionBounds bounds;
  double radius = 0;
  double part = 0;  ///< of rho, for each

  bool makes(const ReleaseForm* form) const {
    return std::ranges::find(forms, form) != forms.end();
  }

  /// A kind, without its noise.
  Release kind(const ReleaseForm* form) const {
    const bool is_choice = form == iterate_choice_form();
    return {.form = form,
            .batch_size = samples,
            .mechanism = is_choice ? Mechanism::exponential : Mechanism::gaussian,
            .details = form == step_difference_form() ? details_of_step(radius, 1)
                                                      : details_of_fresh(radius)};
  }

  /// @param norm  that was released before, or 0
  Release release(const ReleaseForm* form, Index round, double norm) const {
    Release out = kind(form);
    const double n = static_cast<double>(samples);
    double move = bounds.gradient_l2 / n;
    if (form == iterate_choice_form()) {
      out.noise_scale = 2 * move / std::sqrt(8 * part);
      const double range = 2 * move / out.noise_scale;
      out.cost = {CostUnit::rho, 0.125 * range * range};
      return out;
    }
    if (form == step_difference_form()) {
      out.details = details_of_step(radius, walk_length(round));
      move = 2 * bounds.record_smoothness * walk_length(round) / n;
    }
    out.noise_scale = move / std::sqrt(2 * part);
    if (form == fresh_gradient_form()) out.noise_scale *= 1 + std::min(1.0, std::fabs(norm));
    out.cost = {CostUnit::rho, rho_of_gaussian(move, out.noise_scale)};
    return out;
  }
};

/// Steps of public lengths that shrink, with everything that is released of gradients behind the
/// wall: in every round the gradient's length, a fresh gradient whose noise follows from that
/// length, and the difference along the step; at the end the choice of an iterate. Which of these
/// it makes is a parameter, so that statements of one kind and of all of them can be looked at.
class WalkPlan final : public AlgorithmPlan {
 public:
  WalkPlan(FilterRule rule, PlanSummary summary, WalkNoise noise)
      : rule_(std::move(rule)), summary_(std::move(summary)), noise_(std::move(noise)) {}

  const PlanSummary& summary() const override { return summary_; }
  const BudgetRule& rule() const override { return rule_; }
  Run start(GradientOracle& data, Vector start) const override;

  const WalkNoise& noise() const { return noise_; }

 private:
  FilterRule rule_;
  PlanSummary summary_;
  WalkNoise noise_;
};

inline Run walk(GradientOracle& data, const WalkPlan& plan, Vector x) {
  const WalkNoise& noise = plan.noise();
  HiddenGradient hidden;
  KeptNorms kept;
  Vector direction = Vector::Ones(x.size());
  double norm = 0;
  co_await data.advance(hidden.at(x));
  for (Index round = 0; round < kWalkRounds; ++round) {
    const auto release = [&](const ReleaseForm* form) { return noise.release(form, round, norm); };
    kept.keep(hidden);
    if (noise.makes(gradient_norm_form())) {
      const Vector& length =
          co_await data.ask(gradient_norm_of(hidden, release(gradient_norm_form())));
      norm = length[0];
    }
    if (noise.makes(fresh_gradient_form())) {
      direction = co_await data.ask(fresh_gradient_of(hidden, release(fresh_gradient_form())));
    }
    x -= walk_length(round) / direction.norm() * direction;
    co_await data.advance(hidden.at(x));
    if (noise.makes(step_difference_form())) {
      const Vector& difference =
          co_await data.ask(step_difference_of(hidden, release(step_difference_form())));
      direction += difference;
    }
    co_yield Iterate{x};
  }
  if (noise.makes(iterate_choice_form())) {
    const Vector& chosen =
        co_await data.ask(choice_of(kept, noise.release(iterate_choice_form(), 0, 0)));
    x = kept.point(static_cast<Index>(chosen[0]));
    co_yield Iterate{x};
  }
}

inline Run WalkPlan::start(GradientOracle& data, Vector start) const {
  return walk(data, *this, std::move(start));
}

inline Result<std::unique_ptr<AlgorithmPlan>> plan_walk(const PlanInput& input) {
  const double only = input.parameters.number("only").value_or(0);
  const double radius = input.parameters.number("radius").value_or(0);
  const double rho = input.privacy.rho;
  WalkNoise noise{.forms = {gradient_norm_form(), fresh_gradient_form(), step_difference_form(),
                            iterate_choice_form()},
                  .samples = input.facts.samples,
                  .bounds = input.facts.bounds_within(radius > 0 ? radius : HUGE_VAL),
                  .radius = radius};
  if (only > 0) noise.forms = {noise.forms[static_cast<std::size_t>(only) - 1]};
  Index count = 0;
  std::vector<Release> kinds;
  for (const ReleaseForm* form : noise.forms) {
    count += form == iterate_choice_form() ? 1 : kWalkRounds;
    kinds.push_back(noise.kind(form));
  }
  noise.part = 0.9 * rho / static_cast<double>(count);
  // The walk itself knows what comes next, also where nothing is charged.
  const auto choose = [](const History&, double) -> std::optional<Release> { return std::nullopt; };
  auto rule = FilterRule::create({CostUnit::rho, rho}, {.notion = Notion::zcdp}, kinds, choose);
  if (!rule) return std::unexpected(rule.error());
  PlanSummary summary;
  summary.iterations = count;
  summary.claim = privacy_claim(
      input, *rule,
      {.published = "everything that the walk releases", .noised = "with noise on each"});
  summary.segments = {{.first = 1,
                       .count = summary.iterations,
                       .step_size = 0.5,
                       .first_release = kinds.front(),
                       .last_release = kinds.front()}};
  summary.parameters = input.parameters;
  return std::make_unique<WalkPlan>(*std::move(rule), std::move(summary), std::move(noise));
}

inline AlgorithmEntry walk_entry() {
  const auto number = [](const char* name, double most) {
    return ParameterSpec{.name = name,
                         .title = name,
                         .type = ParameterType::number,
                         .minimum = 0,
                         .maximum = most,
                         .default_value = 0.0,
                         .description = "A test's.",
                         .source = "a test's"};
  };
  return {.id = "gradient-walk",
          .title = "Walk along released gradients",
          .paper = "none: a test's",
          .theorem = "none",
          .summary = "Releases everything that can be released of gradients behind the wall.",
          .notions = {Notion::zcdp},
          .neighbours = {Neighbours::replace_one},
          .mechanisms = {Mechanism::gaussian},
          .needs = {"bounded gradient sensitivity"},
          .guarantee = "The whole path is private.",
          .parameters = {number("only", 4), number("radius", 100)},
          .plan = plan_walk};
}

}  // namespace noisy::testing
