#include "engine/algorithm/kl/spider.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/kl/kl_entries.h"
#include "engine/algorithm/kl/spider_plan.h"
#include "engine/algorithm/kl/spider_specs.h"
#include "engine/algorithm/kl/told_step.h"
#include "engine/math/reduce.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/full_gradient.h"
#include "engine/privacy/form/step_difference.h"

namespace noisy {
namespace {

/// What the steps of a round tell, in the order of the entry's columns. All of it is
/// planned, or follows from released estimates.
class ToldRound {
 public:
  void begin(std::size_t round, const SpiderRound& planned) {
    number_ = static_cast<double>(round + 1);
    planned_ = planned;
    variance_ = 0;
  }
  void tell(double estimate_norm, double added_noise) {
    variance_ += added_noise * added_noise;
    step_.tell({number_, planned_.target, estimate_norm, planned_.threshold, std::sqrt(variance_)});
  }
  StepView view() const { return step_.view(); }

 private:
  double number_ = 0;
  SpiderRound planned_;
  double variance_ = 0;
  ToldStep<5> step_;
};

/// The longest step from x that is no longer than `length` once its end is rounded to doubles: each
/// coordinate of the end is off by half a unit in its last place at most, and the step itself by a
/// few of its own. Sensitivities of differences rest on it.
double surely_within(double length, const Vector& x) {
  constexpr double kHalfUnit = 0x1p-53;
  const double size = math::l2_norm(x) + length;
  return std::max(0.0, length * (1 - 8 * kHalfUnit) - 2 * kHalfUnit * size);
}

}  // namespace

Run kl_spider(GradientOracle& data, const SpiderPlan& plan, Vector x) {
  HiddenGradient exact;
  Vector estimate;
  ToldRound told;
  for (std::size_t k = 0; k < plan.rounds().size(); ++k) {
    const SpiderRound& round = plan.rounds()[k];
    const RoundReleases& releases = plan.rule().round(k);
    told.begin(k, round);
    co_await data.advance(exact.at(x));
    estimate = co_await data.ask(fresh_gradient_of(exact, releases.fresh));
    double norm = math::l2_norm(estimate);
    told.tell(norm, releases.fresh.noise_scale);
    for (Index t = 1; norm >= round.threshold && norm > 0; ++t) {
      x -= (surely_within(round.step_length, x) / norm) * estimate;
      // The difference of a round's last step would never be used: it is not released.
      if (t == round.steps) break;
      co_yield Iterate{x, told.view()};
      co_await data.advance(exact.at(x));
      estimate += co_await data.ask(step_difference_of(exact, releases.difference));
      norm = math::l2_norm(estimate);
      told.tell(norm, releases.difference.noise_scale);
    }
    co_yield Iterate{x, told.view()};
  }
}

Run SpiderPlan::start(GradientOracle& data, Vector start) const {
  return kl_spider(data, *this, std::move(start));
}

namespace {

AlgorithmEntry spider_entry() {
  AlgorithmEntry entry = kl_entry();
  entry.term_use = TermUse::smooth_in_ball;
  entry.needs = {"smoothness", "bounded gradient sensitivity", "a KL condition with kappa <= 2"};
  entry.columns = spider_columns();
  return entry;
}

AlgorithmEntry kl_spider_entry() {
  AlgorithmEntry entry = spider_entry();
  entry.id = "kl-spider";
  entry.title = "KL Spider";
  entry.theorem = "Algorithm 1, Theorem 1; indices, constants and cost corrected";
  entry.summary =
      "Rounds of normalized steps along a gradient that is released once and then followed by "
      "cheap private differences; a round ends when the gradient is provably short enough. For "
      "objectives, convex or not, whose gradient is long wherever the gap is large (1 <= kappa <= "
      "2).";
  entry.guarantee =
      "The whole path is private; the gap ends below the plan's last target with probability 1 - "
      "beta where the KL constants are true.";
  entry.parameters = spider_parameter_specs();
  entry.plan = optional_planners().kl_spider;
  return entry;
}

AlgorithmEntry fixed_round_entry() {
  AlgorithmEntry entry = spider_entry();
  entry.id = "fixed-round-spider";
  entry.title = "Spider with equal rounds";
  entry.paper = "Arora et al. 2023, as Menart et al. compare with it";
  entry.theorem = "baseline; constants derived";
  entry.summary =
      "Spider with rounds of one length and no test that ends them: it finds a point with a short "
      "gradient, somewhere on its path. What KL Spider gains by targets that fall from round to "
      "round.";
  entry.guarantee = "The whole path is private; one iterate, not the last, has a short gradient.";
  entry.parameters = fixed_round_parameter_specs();
  entry.plan = optional_planners().fixed_round_spider;
  return entry;
}

}  // namespace

std::vector<AlgorithmEntry> spider_entries() {
  return {kl_spider_entry(), fixed_round_entry()};
}

}  // namespace noisy
