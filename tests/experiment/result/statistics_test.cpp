#include "engine/experiment/result/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy {
namespace {

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> ascending = {1, 2, 4, 8};
  EXPECT_EQ(quantile(ascending, 0), 1);
  EXPECT_EQ(quantile(ascending, 1), 8);
  EXPECT_EQ(quantile(ascending, 0.5), 3);
  EXPECT_DOUBLE_EQ(quantile(ascending, 0.1), 1.3);  // numpy.quantile([1,2,4,8], 0.1)
  EXPECT_DOUBLE_EQ(quantile(ascending, 0.9), 6.8);  // numpy.quantile([1,2,4,8], 0.9)
  EXPECT_EQ(quantile({5}, 0.3), 5);
}

TEST(Summary, HasMeanAndStandardErrorWithDivisorKMinusOne) {
  const SampleSummary summary = summarize({4, 1, 8, 2});
  EXPECT_DOUBLE_EQ(summary.mean, 3.75);
  EXPECT_DOUBLE_EQ(summary.standard_error, std::sqrt(28.75 / 3 / 4));
  EXPECT_EQ(summary.median, 3);
  EXPECT_DOUBLE_EQ(summary.q10, 1.3);
  EXPECT_DOUBLE_EQ(summary.q90, 6.8);
}

TEST(Summary, OfOneValueHasNoStandardError) {
  const SampleSummary summary = summarize({7});
  EXPECT_EQ(summary.mean, 7);
  EXPECT_EQ(summary.q10, 7);
  EXPECT_TRUE(std::isnan(summary.standard_error));
}

}  // namespace
}  // namespace noisy
