#include "engine/algorithm/erm/theory/noise_ratio.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy {
namespace {

struct Row {
  double epsilon, delta, paper, zcdp, exact;
};
constexpr Row kRows[] = {{0.2, 1e-3, 8.1158, 8.1154, 2.2693},
                         {1.0, 1e-5, 8.3474, 8.3438, 4.8355},
                         {4.0, 1e-5, 9.3897, 9.3380, 6.4979}};

// c of sigma^2 = c G^2 T ln(1/delta) / (n eps)^2.
double constant_of(const Result<double>& ratio, const Row& row) {
  return ratio.value() * row.epsilon * row.epsilon / -std::log(row.delta);
}

TEST(NoiseRatio, HasThePublishedConstantsOfFullBatches) {
  for (const Row& row : kRows) {
    const auto constant = [&](NoiseLevel level) {
      return constant_of(full_batch_noise_ratio(level, row.epsilon, row.delta), row);
    };
    EXPECT_NEAR(constant(NoiseLevel::paper), row.paper, 5e-5);
    EXPECT_NEAR(constant(NoiseLevel::zcdp), row.zcdp, 5e-5);
    EXPECT_NEAR(constant(NoiseLevel::tight), row.exact, 5e-5);
  }
}

TEST(NoiseRatio, HasThePublishedConstantsOfLargeBatches) {
  const auto constant = [](NoiseLevel level, double epsilon) {
    const Row row{epsilon, 1e-3, 0, 0, 0};
    return constant_of(variance_reduced_noise_ratio(level, epsilon, 1e-3), row);
  };
  // A ninth of what splits of the noise reach with large batches, 27.7, 44.4 and 72.
  EXPECT_NEAR(constant(NoiseLevel::tight, 0.2) / 27.7, 1.0 / 9, 0.03 / 9);
  EXPECT_NEAR(constant(NoiseLevel::tight, 1.0) / 44.4, 1.0 / 9, 0.03 / 9);
  EXPECT_NEAR(constant(NoiseLevel::zcdp, 0.2), 72.0 / 9, 2.0 / 9);
  EXPECT_NEAR(constant(NoiseLevel::paper, 1.0), 132.0 * (1.0 + 0.5 / std::log(1e3)), 1e-9);
}

TEST(NoiseRatio, RefusesBudgetsThatAreNone) {
  for (const auto ratio : {&full_batch_noise_ratio, &variance_reduced_noise_ratio})
    for (const NoiseLevel level : {NoiseLevel::tight, NoiseLevel::zcdp, NoiseLevel::paper}) {
      EXPECT_EQ(ratio(level, 0.0, 1e-5).error().field, "privacy.epsilon");
      EXPECT_EQ(ratio(level, 1.0, 1.0).error().field, "privacy.delta");
    }
}

}  // namespace
}  // namespace noisy
