// The schedules of the KL methods equal those of their naive twins, number for number.
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "engine/algorithm/kl/theory/proximal_schedule.h"
#include "engine/algorithm/kl/theory/spider_schedule.h"
#include "tests/algorithm/kl/twin_settings.h"
#include "tests/algorithm/naive/kl_proximal.h"
#include "tests/algorithm/naive/kl_spider.h"

namespace noisy::testing {
namespace {

using naive::KlConstants;

void expect_same_rounds(const SpiderSchedule& schedule, const naive::SpiderPlan& plan) {
  ASSERT_EQ(schedule.rounds.size(), plan.rounds.size());
  expect_equal(schedule.contraction, plan.contraction, "contraction");
  expect_equal(schedule.radius, plan.radius(), "radius");
  EXPECT_EQ(static_cast<double>(schedule.total_steps), plan.steps());
  for (std::size_t k = 0; k < plan.rounds.size(); ++k) {
    const SpiderRound& round = schedule.rounds[k];
    const naive::SpiderRound& twin = plan.rounds[k];
    expect_equal(round.target, twin.target, "target");
    EXPECT_EQ(static_cast<double>(round.steps), twin.steps);
    expect_equal(round.step_length, twin.step_length, "step");
    expect_equal(round.threshold, twin.threshold, "threshold");
    expect_equal(round.fresh_noise, twin.fresh_noise, "fresh");
    const double difference = twin.steps > 1 ? twin.difference_noise : 0;
    expect_equal(round.difference_noise, difference, "difference");
  }
}

/// What the twin plans; nothing where it says that there is no plan.
template <class Planner>
auto twin_plan(Planner planner) -> std::optional<decltype(planner())> {
  try {
    return planner();
  } catch (const naive::NoPlan&) {
    return std::nullopt;
  }
}

TEST(SpiderTwin, HasTheSameRoundsInEveryMode) {
  TwinSettings settings(7);
  std::map<int, int> planned;
  for (int i = 0; i < 60; ++i) {
    KlConstants c = settings.next(1, 2);
    if (i % 3 == 0) c.kappa = i % 2 == 0 ? 2 : 1.5;
    SCOPED_TRACE(::testing::Message() << "setting " << i << ", kappa " << c.kappa);
    for (const SpiderMode mode :
         {SpiderMode::paper, SpiderMode::paper_certified, SpiderMode::accuracy_driven}) {
      const auto schedule = spider_schedule(setting_of(c), mode, 0.2, 0.3, 200'000);
      const auto plan = twin_plan([&] {
        if (mode == SpiderMode::accuracy_driven) {
          return naive::accuracy_spider(c, 0.2, 0.3, 200'000);
        }
        return mode == SpiderMode::paper ? naive::paper_spider(c) : naive::certified_spider(c);
      });
      if (plan && plan->steps() > 200'000) {
        EXPECT_FALSE(schedule);
        continue;
      }
      if (!plan) {
        EXPECT_TRUE(!schedule || schedule->rounds.empty());
        continue;
      }
      ASSERT_TRUE(schedule) << schedule.error().message;
      expect_same_rounds(*schedule, *plan);
      expect_equal(schedule->true_cost, naive::spider_cost(c, *plan), "cost");
      if (mode != SpiderMode::accuracy_driven) {
        EXPECT_EQ(schedule->is_vacuous, plan->is_vacuous);
        expect_equal(schedule->floor, plan->floor, "floor");
      } else {
        expect_equal(schedule->chi_radius, plan->tail, "tail");
        expect_equal(schedule->need, plan->need, "need");
      }
      planned[static_cast<int>(mode)] += 1;
    }
  }
  for (const auto& [mode, count] : planned) EXPECT_GT(count, 20) << mode;
  EXPECT_EQ(planned.size(), 3u);
}

void expect_same_steps(const ProximalSchedule& schedule, const naive::ProximalPlan& plan,
                       const KlConstants& c) {
  ASSERT_EQ(schedule.steps.size(), plan.steps.size());
  expect_equal(schedule.inner_rho, plan.inner_rho, "rho'");
  expect_equal(schedule.inner_failure_probability, plan.inner_beta, "beta'");
  EXPECT_EQ(static_cast<double>(schedule.inner.iterations), plan.inner_steps);
  expect_equal(schedule.radius, plan.radius(c), "radius");
  for (std::size_t t = 0; t < plan.steps.size(); ++t) {
    expect_equal(schedule.steps[t].weight, plan.steps[t].weight, "weight");
    expect_equal(schedule.steps[t].radius, c.lipschitz / (2 * plan.steps[t].weight), "ball");
    if (plan.steps[t].target > 0) {
      expect_equal(schedule.steps[t].target, plan.steps[t].target, "target");
    }
  }
}

TEST(ProximalTwin, HasTheSameStepsInEveryMode) {
  TwinSettings settings(8);
  std::map<int, int> planned;
  for (int i = 0; i < 60; ++i) {
    KlConstants c = settings.next(2, 5);
    if (i % 3 == 0) c.kappa = i % 2 == 0 ? 2 : 4;
    SCOPED_TRACE(::testing::Message() << "setting " << i << ", kappa " << c.kappa);
    for (const ProximalMode mode :
         {ProximalMode::paper, ProximalMode::growing_weight, ProximalMode::practical}) {
      const double cap = i % 2 == 0 ? 500'000 : 5'000;
      const bool is_paper = mode == ProximalMode::paper;
      ProximalOptions options;
      if (is_paper) options.inner = InnerChoices::printed();
      options.inner.most_iterations = static_cast<Index>(cap);
      const auto schedule = proximal_schedule(setting_of(c), c.weak_convexity, mode, options);
      const auto plan = twin_plan([&] {
        if (is_paper) return naive::paper_proximal(c, cap);
        return mode == ProximalMode::practical ? naive::practical_proximal(c, cap)
                                               : naive::growing_proximal(c, cap);
      });
      ASSERT_TRUE(schedule) << schedule.error().message;
      if (!plan) {
        EXPECT_TRUE(schedule->steps.empty());
        continue;
      }
      expect_same_steps(*schedule, *plan, c);
      const naive::InnerSettings inner{.rho = plan->inner_rho,
                                       .beta = plan->inner_beta,
                                       .weight = 1,
                                       .steps = plan->inner_steps,
                                       .paper_step = is_paper,
                                       .paper_noise = is_paper};
      expect_equal(schedule->inner.noise, naive::inner_noise(c, inner), "noise");
      planned[static_cast<int>(mode)] += 1;
    }
  }
  for (const auto& [mode, count] : planned) EXPECT_GT(count, 20) << mode;
  EXPECT_EQ(planned.size(), 3u);
}

}  // namespace
}  // namespace noisy::testing
