// The constants of adaptive descent and of the baselines equal those of their naive twins.
#include <gtest/gtest.h>

#include "engine/algorithm/kl/theory/adaptive_bound.h"
#include "engine/algorithm/kl/theory/fixed_noise_descent.h"
#include "engine/algorithm/kl/theory/fixed_round_schedule.h"
#include "tests/algorithm/kl/twin_settings.h"
#include "tests/algorithm/naive/kl_adaptive.h"
#include "tests/algorithm/naive/kl_inner.h"
#include "tests/algorithm/naive/kl_spider.h"

namespace noisy::testing {
namespace {

using naive::KlConstants;

AdaptiveFacts facts_of(const KlConstants& c) {
  return {.lipschitz = c.lipschitz,
          .smoothness = c.smoothness,
          .samples = c.samples,
          .dimension = static_cast<Index>(c.dimension),
          .rho = c.rho,
          .failure_probability = c.beta,
          .adjacency = c.adjacency};
}

TEST(AdaptiveTwin, HasTheSameConstantsInModeFilter) {
  TwinSettings settings(9);
  for (int i = 0; i < 60; ++i) {
    const KlConstants c = settings.next(1, 2);
    for (const bool takes_final_step : {false, true}) {
      for (const double queries : {0.0, 300.0}) {
        const auto output =
            takes_final_step ? AdaptiveOutput::after_final_step : AdaptiveOutput::last_certified;
        const auto setting = adaptive_setting(
            facts_of(c), {.output = output, .most_norm_queries = static_cast<Index>(queries)});
        ASSERT_TRUE(setting) << setting.error().message;
        const naive::FilterNumbers twin = naive::filter_numbers(
            c, {.norm_queries = queries, .takes_final_step = takes_final_step});
        expect_equal(setting->norm_noise, twin.norm_noise, "norm noise");
        expect_equal(setting->norm_cost, twin.norm_cost, "norm cost");
        expect_equal(setting->norm_error, twin.norm_error, "nu");
        expect_equal(setting->chi_radius, twin.tail, "q");
        expect_equal(setting->noise_floor, twin.least_noise, "floor");
        expect_equal(setting->noise_per_norm, 0.5 / twin.tail, "ratio");
        expect_equal(setting->main_budget, twin.main, "main");
        expect_equal(setting->reserve, twin.reserve, "reserve");
        EXPECT_EQ(static_cast<double>(setting->most_queries), twin.most);
      }
    }
  }
}

TEST(AdaptiveTwin, HasTheSameConstantsInModePaperAndTheSameCertifiedBudget) {
  TwinSettings settings(10);
  for (int i = 0; i < 60; ++i) {
    KlConstants c = settings.next(1, 2);
    const auto printed = adaptive_setting(facts_of(c), {.mode = AdaptiveMode::paper});
    ASSERT_TRUE(printed) << printed.error().message;
    // No noise and one gradient that is not 0: the first norm is known, the second ends the run.
    const double length = c.lipschitz;
    int asked = 0;
    const auto gradient = [&](const naive::Numbers& w) {
      return naive::Numbers(w.size(), asked++ == 0 ? length / std::sqrt(c.dimension) : 0.0);
    };
    const auto zeros = [](std::size_t, std::size_t count) { return naive::Numbers(count, 0.0); };
    const auto trace =
        naive::run_paper_adaptive(c, true, gradient, {zeros, zeros},
                                  naive::Numbers(static_cast<std::size_t>(c.dimension), 0.0));
    ASSERT_EQ(trace.trace.norms.size(), 2u);
    expect_equal(printed->norm_noise, trace.trace.run.releases[0].scale, "norm noise");
    expect_equal(printed->step_noise(length), trace.trace.deviations[0], "noise");
    expect_equal(printed->norm_cost, trace.trace.run.releases[0].cost, "norm cost");
    const auto certified = adaptive_setting(facts_of(c), {.mode = AdaptiveMode::paper_certified});
    c.adjacency = 2;
    const auto replaced = adaptive_setting(facts_of(c), {.mode = AdaptiveMode::paper_certified});
    ASSERT_TRUE(certified && replaced);
    expect_equal(replaced->formula_rho, naive::certified_inner_rho(c), "certified rho");
  }
}

TEST(AdaptiveTwin, SelectsWithTheSameCoefficientAndCost) {
  TwinSettings settings(11);
  for (int i = 0; i < 20; ++i) {
    const KlConstants c = settings.next(1, 2);
    const IterateSelection printed = paper_selection(facts_of(c));
    const double coefficient = c.samples * std::sqrt(c.rho) / (2 * c.lipschitz);
    naive::KlRun run;
    const auto zeros = [](std::size_t, std::size_t count) { return naive::Numbers(count, 0.0); };
    EXPECT_EQ(naive::select_stationary(c, coefficient, {3, 1, 2}, {zeros, zeros}, run), 1u);
    expect_equal(printed.coefficient, coefficient, "coefficient");
    expect_equal(printed.cost, run.spent(), "cost");
    expect_equal(selection_of_cost(c.record_move(), c.rho / 3).coefficient,
                 c.samples / (c.adjacency * c.lipschitz) * std::sqrt(2 * c.rho / 3), "total");
  }
}

TEST(BaselineTwin, HasTheSameNoiseAndBoundWithFixedNoise) {
  TwinSettings settings(12);
  for (int i = 0; i < 30; ++i) {
    KlConstants c = settings.next(1, 2);
    if (i % 3 == 0) c.kappa = 2;
    const auto curve = fixed_noise_curve(setting_of(c), 40);
    ASSERT_TRUE(curve) << curve.error().message;
    for (const Index steps : {1, 2, 7, 40}) {
      const double count = static_cast<double>(steps);
      expect_equal(fixed_noise_deviation(setting_of(c), steps), naive::fixed_noise(c, count),
                   "sigma");
    }
    expect_equal(curve->back(), naive::fixed_noise_bound(c, 40), "bound");
  }
}

TEST(BaselineTwin, HasTheSameNoiseInFixedRounds) {
  TwinSettings settings(13);
  int planned = 0;
  for (int i = 0; i < 30; ++i) {
    const KlConstants c = settings.next(1, 2);
    const auto schedule = fixed_round_schedule(setting_of(c), 0.125, 0.25, 100'000);
    ASSERT_TRUE(schedule) << schedule.error().message;
    if (schedule->rounds.empty()) continue;
    const SpiderRound& first = schedule->rounds.front();
    const naive::SpiderPlan plan =
        naive::fixed_spider(c, static_cast<double>(schedule->rounds.size()),
                            static_cast<double>(first.steps), first.target);
    expect_equal(schedule->true_cost, c.rho, "cost");
    for (const SpiderRound& round : schedule->rounds) {
      expect_equal(round.step_length, plan.rounds[0].step_length, "step");
      expect_equal(round.fresh_noise, plan.rounds[0].fresh_noise, "fresh");
      expect_equal(round.difference_noise, plan.rounds[0].difference_noise, "difference");
      EXPECT_EQ(round.threshold, 0);
    }
    planned += 1;
  }
  EXPECT_GT(planned, 10);
}

}  // namespace
}  // namespace noisy::testing
