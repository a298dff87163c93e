// A whole run of KL Spider, 10^5 times on both data sets. Confidence 1 - 1e-6: the bound is wrong
// with probability at most 1e-6; the seed is fixed.
#include <gtest/gtest.h>

#include "tests/audit/kl_experiments.h"

namespace noisy::testing {
namespace {

TEST(KlWholeRunAudit, EveryRoundTogetherStaysBelowTheCertifiedEpsilon) {
  const auto report = audit(tilted(300, 3, "kl-spider"), {.runs = 100'000});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(at_path(*report, "verdict"), Json("consistent"));
  EXPECT_GT(at_path(*report, "iterations").number(), 3);
  EXPECT_GT(at_path(*report, "lowerBound.mu").number(), 0.5);
  EXPECT_LT(at_path(*report, "lowerBound.mu").number(), 1);
  EXPECT_LT(at_path(*report, "lowerBound.epsilon").number(),
            at_path(*report, "claimed.epsilon").number());
}

}  // namespace
}  // namespace noisy::testing
