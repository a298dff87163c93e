#include "engine/algorithm/kl/rounds_rule.h"

#include <gtest/gtest.h>

#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/step_difference.h"

namespace noisy {
namespace {

Release release_of(const ReleaseForm* form, double scale, double cost) {
  return {.form = form,
          .batch_size = 10,
          .mechanism = Mechanism::gaussian,
          .cost = {CostUnit::rho, cost},
          .noise_scale = scale};
}

RoundsRule rule() {
  std::vector<RoundReleases> rounds;
  for (const Index differences : {0, 3, 1}) {
    const double k = static_cast<double>(rounds.size() + 1);
    rounds.push_back({.fresh = release_of(fresh_gradient_form(), 10 * k, 0.1),
                      .difference = release_of(step_difference_form(), k, 0.05),
                      .differences = differences});
  }
  return RoundsRule(std::move(rounds), {CostUnit::rho, 0.5}, {.notion = Notion::zcdp});
}

TEST(RoundsRule, ListsTheReleasesOfTheLongestRounds) {
  const RoundsRule rounds = rule();
  const std::vector<double> scales = {10, 20, 2, 2, 2, 30, 3};
  ASSERT_EQ(rounds.count(), 7);
  for (Index i = 1; i <= 7; ++i) {
    EXPECT_EQ(rounds.at(i).noise_scale, scales[static_cast<std::size_t>(i - 1)]) << i;
  }
}

TEST(RoundsRule, PlansTwoKindsAndEndsWhereverTheRunDoes) {
  const RoundsRule rounds = rule();
  const auto planned = rounds.planned();
  ASSERT_EQ(planned.size(), 2u);
  EXPECT_EQ(planned[0].first.form, fresh_gradient_form());
  EXPECT_EQ(planned[0].count, 3);
  EXPECT_EQ(planned[1].first.form, step_difference_form());
  EXPECT_EQ(planned[1].count, 4);
  EXPECT_EQ(rounds.length(), RunLength::open);
}

TEST(RoundsRule, TheLongestRunCostsTheCap) {
  const RoundsRule rounds = rule();
  Ledger ledger(rounds.cap());
  while (const auto release = rounds.next(ledger)) {
    ASSERT_TRUE(ledger.allows(*release));
    ledger.charge(*release);
  }
  EXPECT_NEAR(ledger.spent().value, rounds.cap().value, 1e-15);
}

}  // namespace
}  // namespace noisy
