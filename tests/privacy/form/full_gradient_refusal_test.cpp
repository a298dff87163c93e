// What is released of gradients over all records behind the wall: what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/privacy/form/full_gradient_step.h"

namespace noisy::testing::full_gradient {
namespace {

using ::testing::HasSubstr;

TEST(FullGradient, DifferencesAreRefusedForLongerStepsThanTheirSensitivityRestsOn) {
  const Problem problem = three_records();
  const Vector from{{0.2, -0.5}}, to{{0.5, -0.1}};  // 0.5 apart
  EXPECT_EQ(refusal_of(Rules(gaussian(1e6), 0.5), from, to, *problem.risk), "");
  EXPECT_EQ(refusal_of(Rules(gaussian(1e6), 0.6), from, to, *problem.risk), "");
  EXPECT_THAT(refusal_of(Rules(gaussian(1e6), 0.5 * (1 - 1e-9)), from, to, *problem.risk),
              HasSubstr("longer"));
  EXPECT_THAT(refusal_of(Rules(gaussian(1e6), 0), from, to, *problem.risk), HasSubstr("longer"));
}

TEST(FullGradient, PointsOutsideOfTheRadiusAreRefusedWhereverTheyStand) {
  const Problem problem = three_records();
  const Vector inside{{0.3, 0.4}}, edge{{0.6, 0.8}}, outside{{0.6, 0.9}};
  const auto asked = [&](const Vector& from, const Vector& to) {
    return refusal_of(Rules(gaussian(1e6), 2, 1), from, to, *problem.risk);
  };
  EXPECT_EQ(asked(inside, edge), "");
  EXPECT_THAT(asked(inside, outside), HasSubstr("radius 1"));
  EXPECT_THAT(asked(outside, inside), HasSubstr("radius 1"));
  // Each kind looks for itself, the difference at both ends.
  for (const bool is_first : {false, true}) {
    for (Release Rules::*which : {&Rules::fresh, &Rules::norm, &Rules::difference}) {
      Rules rules(gaussian(1e6), 2, 0);
      (rules.*which).details[0] = 1;
      const bool is_seen = which == &Rules::difference || is_first;
      EXPECT_EQ(refusal_of(rules, is_first ? outside : inside, is_first ? inside : outside,
                           *problem.risk) != "",
                is_seen);
    }
  }
}

TEST(FullGradient, NothingIsReleasedOfAGradientThatWasNotTakenOrOfAPointThatIsNotFinite) {
  const Problem problem = three_records();
  const FiniteSum& sum = *problem.risk;
  const Rules rules(gaussian(1e6), 2);
  const Vector x{{0.2, -0.5}};
  HiddenGradient hidden;
  hidden.at(x);
  const auto refused = [&](const auto& request) {
    PrivateOracle oracle(sum, {}, streams(), Cost{CostUnit::rho, kEverything});
    (void)oracle.ask(request).await_ready();
    return oracle.refusal().has_value();
  };
  EXPECT_TRUE(refused(fresh_gradient_of(hidden, rules.fresh)));
  EXPECT_TRUE(refused(gradient_norm_of(hidden, rules.norm)));
  EXPECT_TRUE(refused(step_difference_of(hidden, rules.difference)));
  const auto is_taken = [&](const Vector& at) {
    PrivateOracle oracle(sum, {}, streams(), Cost{CostUnit::rho, kEverything});
    const auto take = [&]() -> noisy::Run {
      co_await oracle.advance(hidden.at(at));
      co_yield Iterate{at};
    };
    return drive(sum, oracle, take()).size() == 1;
  };
  ASSERT_TRUE(is_taken(x));
  EXPECT_FALSE(refused(fresh_gradient_of(hidden, rules.fresh)));
  EXPECT_TRUE(refused(step_difference_of(hidden, rules.difference)));  // nothing before it
  // Moved on, but not taken there.
  hidden.at(Vector{{0.1, 0.1}});
  EXPECT_TRUE(refused(fresh_gradient_of(hidden, rules.fresh)));
  EXPECT_TRUE(refused(step_difference_of(hidden, rules.difference)));
  for (const double bad : {HUGE_VAL, std::nan("")}) {
    EXPECT_FALSE(is_taken(Vector{{bad, 0.0}}));
    EXPECT_TRUE(refused(gradient_norm_of(hidden, rules.norm)));
  }
}

TEST(FullGradient, NothingIsTakenOutsideOfADomainThatTheSensitivityRestsOn) {
  const Problem problem =
      problem_of({{0.9, 0.1}, {-0.4, 0.8}, {0.7, -1}}, {1, 1, -1}, squared_loss(), std::nullopt,
                 {.kind = Domain::Kind::l2_ball, .radius = 1});
  const Rules rules(gaussian(1e6), 2);
  const Vector inside{{0.6, 0.6}}, outside{{0.8, 0.8}};
  EXPECT_EQ(refusal_of(rules, inside, inside, *problem.risk), "");
  EXPECT_NE(refusal_of(rules, outside, inside, *problem.risk), "");
  EXPECT_NE(refusal_of(rules, inside, outside, *problem.risk), "");
}

}  // namespace
}  // namespace noisy::testing::full_gradient
