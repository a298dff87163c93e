// What an accountant question is expected to take, and what is refused for taking too much. Nothing
// here looks at a clock.
#include <gtest/gtest.h>

#include "engine/privacy/accountant/releases.h"
#include "tests/question/account/answers.h"

namespace noisy {
namespace {

using testing::question;

double points(const std::string& name, const std::string& fields) {
  return account_work(question(name, fields)).points;
}

TEST(AccountWork, IsNothingWhereAClosedFormAnswers) {
  EXPECT_EQ(points("gaussian-noise", R"("epsilon":1,"delta":1e-5,"steps":1e6)"), 0);
  EXPECT_EQ(points("gaussian-noise",
                   R"("epsilon":1,"delta":1e-5,"steps":1e6,"samplingRate":0.1,"accountant":"rdp")"),
            0);
  EXPECT_EQ(points("zcdp-to-epsilon", R"("rho":0.1,"delta":1e-5)"), 0);
  EXPECT_EQ(points("compose", R"("mechanisms":[{"epsilon":1,"count":1e7}],"method":"advanced")"),
            0);
  EXPECT_EQ(account_work("no query").points, 0);
}

TEST(AccountWork, IsMoreForASearchThanForOneOfItsTrials) {
  const std::string sampled = R"("delta":1e-5,"steps":1e4,"samplingRate":0.01,)";
  const double one = points("gaussian-epsilon", sampled + R"("noiseMultiplier":1)");
  const double search = points("gaussian-noise", sampled + R"("epsilon":1)");
  EXPECT_GT(one, 0);
  EXPECT_GT(search, one);
  EXPECT_FALSE(
      account_work(question("gaussian-epsilon", sampled + R"("noiseMultiplier":1)")).is_long());
  const AccountWork said = account_work(question("gaussian-noise", sampled + R"("epsilon":1)"));
  EXPECT_TRUE(said.is_long());
  EXPECT_EQ(said.what, "searching: each trial takes privacy loss distributions of the releases");
  EXPECT_LE(search, kMostLossPoints);
}

TEST(AccountWork, GrowsWithTheReleasesThatTheOptimalRuleAddsUp) {
  double last = 0;
  for (const char* count : {"10", "1e3", "1e5", "1e7"}) {
    const std::string equal = R"("delta":1e-5,"mechanisms":[{"count":)" + std::string(count);
    const double one = points("compose", equal + R"(,"epsilon":0.1}])");
    const double inverse = points("compose-inverse", equal + R"(}],"totalEpsilon":1)");
    EXPECT_GT(one, last);
    EXPECT_GT(inverse, one);
    last = one;
  }
  const AccountWork said = account_work(
      question("compose-inverse", R"("delta":1e-5,"totalEpsilon":1,"mechanisms":[{"count":1e7}])"));
  EXPECT_EQ(said.what, "searching: each trial takes the terms of the optimal composition");
}

/// A search whose every trial takes the longest grids.
Releases rarely_sampled(math::Evaluations* work, double most) {
  Releases releases{.noise_multiplier = 1, .steps = 1e6, .sampling_rate = 1e-6};
  releases.loss_accuracy = {.work = work, .most_work = most};
  return releases;
}

TEST(AccountLimit, RefusesASearchThatTakesTheMostByName) {
  constexpr double kMost = 3e6;
  const PrivacyTarget target{.epsilon = 1, .delta = 1e-8};
  for (const auto& found :
       {least_noise(rarely_sampled(nullptr, kMost), Accountant::pld, target),
        most_steps(rarely_sampled(nullptr, kMost), Accountant::pld, target),
        largest_rate(rarely_sampled(nullptr, kMost), Accountant::pld, target),
        smallest_samples(rarely_sampled(nullptr, kMost), Accountant::pld, target, 10)}) {
    ASSERT_FALSE(found) << *found;
    EXPECT_EQ(found.error().code, ErrorCode::limit_exceeded);
    EXPECT_EQ(found.error().field, "accountant");
    EXPECT_NE(found.error().message.find("choose the accountant \"rdp\""), std::string::npos);
  }
}

TEST(AccountLimit, TheTightestAccountantIsRefusedTooInsteadOfMixingTwo) {
  const auto found = least_noise(rarely_sampled(nullptr, 3e6), Accountant::tightest,
                                 {.epsilon = 1, .delta = 1e-8});
  ASSERT_FALSE(found) << *found;
  EXPECT_EQ(found.error().field, "accountant");
}

TEST(AccountLimit, StopsCountingWithinOneAnswerOfTheMost) {
  // Four rounds of two directions, each of the longest grid and as many roundings.
  constexpr double kOneAnswer = 4 * 2 * ((1 << 20) + (1 << 22));
  math::Evaluations work;
  work.add(3e6);
  const auto refused = releases_epsilon(rarely_sampled(&work, 3e6), Accountant::pld, 1e-8);
  EXPECT_FALSE(refused);
  EXPECT_EQ(work.count(), 3e6);
  math::Evaluations fresh;
  ASSERT_TRUE(releases_epsilon(rarely_sampled(&fresh, 3e6), Accountant::pld, 1e-8));
  EXPECT_GT(fresh.count(), 0);
  EXPECT_LE(fresh.count(), kOneAnswer);
}

}  // namespace
}  // namespace noisy
