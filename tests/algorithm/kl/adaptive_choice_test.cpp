#include "engine/algorithm/kl/adaptive_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {
namespace {

using Rules = AdaptiveChoice::Rules;

constexpr double kMove = 2e-3;
constexpr double kBudget = 1;

Release norm_release(double cost) {
  Release out{.form = gradient_norm_form(), .batch_size = 1000, .mechanism = Mechanism::gaussian};
  out.cost = {CostUnit::rho, cost};
  out.noise_scale = kMove / std::sqrt(2 * cost);
  return out;
}

Release gradient_release(double deviation) {
  Release out{.form = fresh_gradient_form(), .batch_size = 1000, .mechanism = Mechanism::gaussian};
  out.cost = {CostUnit::rho, rho_of_gaussian(kMove, deviation)};
  out.noise_scale = deviation;
  return out;
}

/// As the filter with a reserve: what is left beside it buys norms and steps.
Rules filter_rules(bool takes_last_step) {
  const double main_budget = takes_last_step ? kBudget / 2 : kBudget;
  return {.norm = norm_release(main_budget / 100),
          .gradient = gradient_release,
          .noise_share = 0.05,
          .least_noise = kMove / std::sqrt(kBudget),
          .most_norms = 50,
          .budget = main_budget,
          .takes_last_step = takes_last_step};
}

struct Ran {
  Ledger ledger{Cost{CostUnit::rho, kBudget}};
  AdaptiveStop stop = AdaptiveStop::max_iterations;
  Index norms = 0;
};

/// Lets the choice run against whatever norms are said; the ledger refuses to pass the budget.
Ran run_against(const AdaptiveChoice& choice, const std::function<double(Index)>& norm_of) {
  Ran out;
  Vector last(1);
  for (bool is_norm = false;; is_norm = !is_norm) {
    const Vector* said = is_norm ? &last : nullptr;
    const auto next = choice.next(choice.position_of({out.ledger, said}));
    if (next.release) {
      EXPECT_TRUE(out.ledger.allows(*next.release));
      out.ledger.charge(*next.release);
      if (!is_norm) last[0] = norm_of(out.norms++);
    }
    if (next.stop) {
      out.stop = *next.stop;
      return out;
    }
    if (out.norms > 1000) ADD_FAILURE() << "it never ends";
    if (out.norms > 1000) return out;
  }
}

TEST(AdaptiveChoice, NeverPassesTheBudgetWhateverTheNormsSay) {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> exponent(-4, 2);
  std::bernoulli_distribution is_negative(0.05);
  double most = 0;
  for (const bool takes_last_step : {false, true}) {
    const AdaptiveChoice choice(filter_rules(takes_last_step));
    for (int round = 0; round < 2000; ++round) {
      const Ran ran = run_against(choice, [&](Index) {
        return (is_negative(generator) ? -1 : 1) * std::pow(10, exponent(generator));
      });
      most = std::max(most, ran.ledger.spent().value);
      ASSERT_LE(ran.ledger.spent().value, kBudget * (1 + 1e-12));
    }
  }
  EXPECT_GT(most, 0.9 * kBudget);  // the rule uses what it has
}

TEST(AdaptiveChoice, ANegativeNormEndsTheRunAtTheNoiseFloor) {
  const AdaptiveChoice certified(filter_rules(false));
  const Ran without = run_against(certified, [](Index) { return -3.0; });
  EXPECT_EQ(without.stop, AdaptiveStop::gradient_at_noise_floor);
  EXPECT_EQ(without.ledger.releases(), 1);

  const AdaptiveChoice with_reserve(filter_rules(true));
  const Ran with = run_against(with_reserve, [](Index) { return -3.0; });
  EXPECT_EQ(with.stop, AdaptiveStop::gradient_at_noise_floor);
  ASSERT_EQ(with.ledger.releases(), 2);
  EXPECT_DOUBLE_EQ(with.ledger.last().cost.value, kBudget / 2);
  EXPECT_DOUBLE_EQ(with.ledger.last().noise_scale, kMove / std::sqrt(kBudget));
}

TEST(AdaptiveChoice, NoiseIsInProportionToTheReleasedNorm) {
  const AdaptiveChoice choice(filter_rules(false));
  for (const double norm : {0.5, 2.0, 7.0}) {
    const auto next = choice.next({.norms = 1, .charged = 0, .norm = norm});
    ASSERT_TRUE(next.release);
    EXPECT_DOUBLE_EQ(next.release->noise_scale, 0.05 * norm);
    EXPECT_DOUBLE_EQ(next.release->cost.value, rho_of_gaussian(kMove, 0.05 * norm));
  }
}

TEST(AdaptiveChoice, SaysWhyItEnds) {
  Rules rules = filter_rules(false);
  const double large = 100;
  EXPECT_EQ(run_against(AdaptiveChoice(rules), [&](Index) { return large; }).stop,
            AdaptiveStop::norm_budget_exhausted);
  rules.is_cap = true;
  rules.most_norms = 3;
  const Ran capped = run_against(AdaptiveChoice(rules), [&](Index) { return large; });
  EXPECT_EQ(capped.stop, AdaptiveStop::max_iterations);
  EXPECT_EQ(capped.norms, 3);
  // Just above the floor a step costs nearly half of the budget: two of them do not fit, with the
  // norms before them.
  const double near_floor = 1.0001 * rules.least_noise / rules.noise_share;
  rules.most_norms = 50;
  const Ran overshoot = run_against(AdaptiveChoice(rules), [&](Index) { return near_floor; });
  EXPECT_EQ(overshoot.stop, AdaptiveStop::step_would_overshoot);
  EXPECT_EQ(overshoot.norms, 2);
}

/// The printed charges are half of what releases cost where a record may be replaced, so that the
/// listing spends up to twice what it counts.
TEST(AdaptiveChoice, ThePrintedListingSpendsTwiceWhatItCounts) {
  Rules rules = filter_rules(true);
  rules.undercount = 2;
  rules.budget = kBudget / 4;
  Ledger ledger(Cost{CostUnit::rho, 10});
  const AdaptiveChoice choice(rules);
  Vector last(1);
  last[0] = 2 * rules.least_noise / rules.noise_share;
  for (bool is_norm = false;; is_norm = !is_norm) {
    const auto next = choice.next(choice.position_of({ledger, is_norm ? &last : nullptr}));
    if (next.release) ledger.charge(*next.release);
    if (next.stop) break;
  }
  EXPECT_GT(ledger.spent().value, 2 * rules.budget);
}

TEST(AdaptiveChoice, WithoutNoiseOnlyTheCapEndsIt) {
  Rules rules;
  rules.norm.form = gradient_norm_form();
  rules.gradient = [](double) { return Release{.form = fresh_gradient_form()}; };
  rules.most_norms = 7;
  rules.is_cap = true;
  const AdaptiveChoice choice(rules);
  for (Index t = 0; t < 7; ++t) {
    EXPECT_TRUE(choice.next({.norms = t}).release);
    EXPECT_FALSE(choice.next({.norms = t + 1, .norm = 0.0}).stop);
  }
  EXPECT_EQ(choice.next({.norms = 7}).stop, AdaptiveStop::max_iterations);
}

}  // namespace
}  // namespace noisy
