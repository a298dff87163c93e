#include "engine/algorithm/accelerated/theory/momentum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace noisy {
namespace {

TEST(Momentum, HasTheValuesOfTheExperiments) {
  const double mu = 0.02, smoothness = 0.02 * 255.165;
  EXPECT_NEAR(nesterov_momentum(1.0 / smoothness, mu), 0.882, 5e-4);
  EXPECT_NEAR(nesterov_momentum(0.1 / smoothness, mu), 0.961, 5e-4);
  EXPECT_NEAR(nesterov_momentum(0.1, 0.1), 0.8182, 5e-5);
  EXPECT_NEAR(nesterov_momentum(0.5, 0.1), 0.6345, 5e-5);
  EXPECT_NEAR(nesterov_momentum(1.0, 0.1), 0.5194938533, 5e-11);
  EXPECT_EQ(nesterov_momentum(1.0, 1.0), 0.0);
}

TEST(Momentum, CriticalMakesTheRootsAtTheSmallestEigenvalueMeet) {
  for (const double mu : {0.01, 0.1, 0.7})
    for (const double step : {0.1, 0.5, 1.0}) {
      const double beta = critical_momentum(step, mu);
      const double trace = 1.0 + beta - step * mu;
      EXPECT_NEAR(trace * trace, 4.0 * beta, 1e-14);
      EXPECT_NEAR(std::sqrt(beta), 1.0 - std::sqrt(step * mu), 1e-15);
    }
}

TEST(Momentum, PolyakMakesTheRootsAtBothEndsOfTheSpectrumMeet) {
  for (const double mu : {0.01, 0.1, 1.0}) {
    const double smoothness = 1.0;
    const auto [step, beta] = polyak_choice(mu, smoothness);
    for (const double lambda : {mu, smoothness}) {
      const double trace = 1.0 + beta - step * lambda;
      EXPECT_NEAR(trace * trace, 4.0 * beta, 1e-14);
    }
  }
}

TEST(Momentum, ChecksTheMethodsRanges) {
  EXPECT_TRUE(check_constants(1.0, 1.0));
  for (const auto& [mu, smoothness] : {std::pair{0.0, 1.0},
                                       {-1.0, 1.0},
                                       {2.0, 1.0},
                                       {1.0, std::numeric_limits<double>::infinity()},
                                       {std::nan(""), 1.0},
                                       {1.0, std::nan("")}}) {
    const auto result = check_constants(mu, smoothness);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "need 0 < mu <= L");
  }
  EXPECT_TRUE(check_nesterov_step(0.2, 5.0));
  EXPECT_TRUE(check_nesterov_step((1.0 + 5e-13) / 3.0, 3.0));
  EXPECT_EQ(check_nesterov_step(0.21, 5.0).error().code, ErrorCode::unstable_step);
  EXPECT_EQ(check_nesterov_step(0.0, 5.0).error().field, "stepSize");
  EXPECT_TRUE(check_heavy_ball(3.0, 0.0));
  EXPECT_EQ(check_heavy_ball(1.0, 1.0).error().field, "momentum");
  EXPECT_EQ(check_heavy_ball(1.0, -0.1).error().field, "momentum");
  EXPECT_EQ(check_heavy_ball(-1.0, 0.5).error().field, "stepSize");
  EXPECT_FALSE(heavy_ball_may_diverge(2.9, 0.5, 1.0));
  EXPECT_TRUE(heavy_ball_may_diverge(3.0, 0.5, 1.0));
}

}  // namespace
}  // namespace noisy
