#include "engine/algorithm/frame/budget_rule.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/algorithm/frame/blocks_rule.h"
#include "engine/algorithm/frame/filter_rule.h"
#include "engine/algorithm/frame/release_rule.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

Release release_of(double rho) {
  return {.mechanism = Mechanism::gaussian, .cost = {CostUnit::rho, rho}, .noise_scale = 1};
}

/// Charges what the rule gives until it gives nothing more.
Ledger carried_out(const BudgetRule& rule) {
  Ledger ledger(rule.cap());
  while (const auto release = rule.next(ledger)) {
    EXPECT_TRUE(ledger.allows(*release)) << ledger.releases();
    ledger.charge(*release);
    if (ledger.releases() > 100'000) break;
  }
  return ledger;
}

// ---- fixed schedules --------------------------------------------------------------------------

TEST(FixedSchedule, GivesWhatIsListedInItsOrderAndThenNothing) {
  const Release large = release_of(0.3), small = release_of(0.1);
  const FixedSchedule rule({{.first = large, .last = large, .count = 1},
                            {.first = small, .last = small, .count = 2},
                            {.first = large, .last = large, .count = 1}},
                           {CostUnit::rho, 0.8}, {.notion = Notion::zcdp});
  EXPECT_EQ(rule.count(), 4);
  Ledger ledger(rule.cap());
  for (const double rho : {0.3, 0.1, 0.1, 0.3}) {
    const auto release = rule.next(ledger);
    ASSERT_TRUE(release);
    EXPECT_EQ(release->cost.value, rho);
    ledger.charge(*release);
  }
  EXPECT_FALSE(rule.next(ledger));
  EXPECT_DOUBLE_EQ(ledger.spent().value, whole_ledger(rule).spent().value);
  EXPECT_EQ(rule.length(), RunLength::fixed);
}

TEST(Worth, ReadsCostsInTheFiguresOfTheRequest) {
  EXPECT_TRUE(std::isnan(Worth{}.of({CostUnit::rho, 1})));
  EXPECT_EQ(Worth{.notion = Notion::pure}.of({CostUnit::epsilon, 0.7}), 0.7);
  EXPECT_EQ(Worth{.notion = Notion::zcdp}.of({CostUnit::rho, 0.7}), 0.7);
  const Worth approximate{.notion = Notion::approximate, .delta = 1e-6};
  EXPECT_EQ(approximate.of({CostUnit::rho, 0}), 0);
  EXPECT_EQ(approximate.of({CostUnit::rho, 0.1}), zcdp_epsilon(0.1, 1e-6, ZcdpConversion::optimal));
  // rho-zCDP has the divergence alpha rho at every order: one order is never better than the best.
  EXPECT_GE(approximate.of({CostUnit::renyi, 16 * 0.1, 16}), approximate.of({CostUnit::rho, 0.1}));
  EXPECT_NEAR(approximate.of({CostUnit::renyi, 12 * 0.1, 12}), approximate.of({CostUnit::rho, 0.1}),
              0.01);
}

TEST(WholeLedger, OfADividedBudgetHoldsEveryStepAndMeetsTheCap) {
  const std::vector<WeightSegment> weights = {
      {.count = 9, .first_log_weight = 0, .log_weight_increment = 0.1}};
  const auto rule = ReleaseRule::create(
      {.samples = 100, .dimension = 2, .l1_sensitivity = 2, .l2_sensitivity = 2},
      {.notion = Notion::pure, .epsilon = 3}, Division::remark_4_2, SensitivityRule::uniform, 100,
      weights);
  ASSERT_TRUE(rule) << rule.error().message;
  const Ledger ledger = whole_ledger(*rule);
  EXPECT_EQ(ledger.releases(), 9);
  EXPECT_NEAR(ledger.spent().value, 3, 1e-12);
  EXPECT_EQ(ledger.entries().front().scales.runs().size(), 9u);
  EXPECT_EQ(ledger.entries().front().last, rule->at(9));
}

// ---- filters ----------------------------------------------------------------------------------

FilterRule filter(FilterRule::Choice choose, const Cost& cap = {CostUnit::rho, 1}) {
  return FilterRule::create(cap, {.notion = Notion::zcdp}, {release_of(0)}, std::move(choose))
      .value();
}

TEST(FilterRule, EndsWhereWhatIsLeftDoesNotSufficeAndNeverPassesTheCap) {
  // Costs that nobody knows beforehand, and that add up past the cap.
  const FilterRule rule = filter([](const History& history, double) {
    return release_of(0.09 + 0.01 * std::sin(static_cast<double>(history.ledger.releases())));
  });
  const Ledger ledger = carried_out(rule);
  EXPECT_LE(ledger.spent().value, 1);
  EXPECT_GT(ledger.spent().value + 0.1, 1);
  EXPECT_EQ(rule.length(), RunLength::open);
  ASSERT_EQ(rule.planned().size(), 1u);
  EXPECT_EQ(rule.planned().front().count, 0);
}

TEST(FilterRule, TellsTheChoiceWhatIsLeftAndWhatWasReleasedLast) {
  const Vector answer{{3, 4}};
  double seen_left = -1, seen_norm = -1;
  const FilterRule rule = filter([&](const History& history, double left) {
    seen_left = left;
    seen_norm = history.last ? history.last->norm() : 0;
    return release_of(left);  // all of it
  });
  Ledger ledger(rule.cap());
  ledger.charge(release_of(0.25));
  const auto release = rule.next({ledger, &answer});
  ASSERT_TRUE(release);
  EXPECT_EQ(seen_left, 0.75);
  EXPECT_EQ(seen_norm, 5);
  ledger.charge(*release);
  EXPECT_EQ(ledger.spent().value, 1);
  EXPECT_TRUE(rule.next(ledger));  // nothing is left, and nothing is asked for
  EXPECT_EQ(rule.next(ledger)->cost.value, 0);
}

TEST(FilterRule, GrantsNothingInAnotherUnit) {
  const FilterRule rule = filter([](const History&, double) {
    Release release = release_of(0.1);
    release.cost.unit = CostUnit::epsilon;
    return release;
  });
  EXPECT_FALSE(rule.next(Ledger(rule.cap())));
}

TEST(FilterRule, RefusesCapsThatItCannotKeep) {
  const auto code = [](const Cost& cap) {
    const auto rule = FilterRule::create(cap, {}, {}, {});
    return rule ? std::string() : std::string(code_text(rule.error().code));
  };
  EXPECT_EQ(code({CostUnit::epsilon, 1}), "");
  EXPECT_EQ(code({CostUnit::renyi, 1, 8}), "unsupported-option");
  EXPECT_EQ(code({CostUnit::rho, 0}), "invalid-budget");
  EXPECT_EQ(code({CostUnit::rho, HUGE_VAL}), "invalid-budget");
}

// ---- blocks -----------------------------------------------------------------------------------

BlockSchedule block(Index first, Index count, Index releases, double rho) {
  const Release release = release_of(rho);
  return {
      .block = {first, count},
      .rule = std::make_shared<FixedSchedule>(
          std::vector<PlannedReleases>{{.first = release, .last = release, .count = releases}},
          Cost{CostUnit::rho, static_cast<double>(releases) * rho}, Worth{.notion = Notion::zcdp})};
}

TEST(BlocksRule, CostsWhatTheDearestBlockDoes) {
  const auto rule = BlocksRule::create(
      100, {block(0, 40, 2, 0.25), block(40, 40, 5, 0.125), block(90, 10, 1, 0.5)});
  ASSERT_TRUE(rule) << rule.error().message;
  EXPECT_EQ(rule->cap(), (Cost{CostUnit::rho, 0.625}));
  EXPECT_EQ(rule->count(), 8);
  EXPECT_EQ(rule->planned().size(), 3u);
  const Ledger ledger = carried_out(*rule);
  EXPECT_EQ(ledger.releases(), 8);
  EXPECT_EQ(ledger.spent(), rule->cap());
  EXPECT_EQ(ledger.spent(), whole_ledger(*rule).spent());
  // A record pays for its own block: one that is replaced stays in its place.
  EXPECT_EQ(ledger.spent_on(39).value, 0.5);
  EXPECT_EQ(ledger.spent_on(40).value, 0.625);
  EXPECT_EQ(ledger.spent_on(85).value, 0);
  EXPECT_EQ(rule->spent(ledger.spent()), 0.625);
}

TEST(BlocksRule, RefusesBlocksThatAreNotApartOrNotInTheData) {
  const auto refuses = [](std::vector<BlockSchedule> blocks) {
    return !BlocksRule::create(100, std::move(blocks));
  };
  EXPECT_FALSE(refuses({block(0, 50, 1, 0.1), block(50, 50, 1, 0.1)}));
  EXPECT_TRUE(refuses({}));
  EXPECT_TRUE(refuses({block(0, 0, 1, 0.1)}));  // would be all records
  EXPECT_TRUE(refuses({block(-1, 5, 1, 0.1)}));
  EXPECT_TRUE(refuses({block(60, 41, 1, 0.1)}));
  EXPECT_TRUE(refuses({block(0, 50, 1, 0.1), block(49, 1, 1, 0.1)}));
  EXPECT_TRUE(refuses({block(49, 1, 1, 0.1), block(0, 100, 1, 0.1)}));
  BlockSchedule pure = block(50, 50, 1, 0.1);
  pure.rule = std::make_shared<FixedSchedule>(std::vector<PlannedReleases>{},
                                              Cost{CostUnit::epsilon, 1}, Worth{});
  EXPECT_TRUE(refuses({block(0, 50, 1, 0.1), pure}));
}

}  // namespace
}  // namespace noisy
