// Gradients over all records and their lengths, with integer noise on a grid.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/privacy/form/full_gradient_step.h"
#include "tests/random/naive_discrete.h"

namespace noisy::testing::full_gradient {
namespace {

using ::testing::HasSubstr;

constexpr double kGrid = 0.125;

Release hardened(const FiniteSum& sum, bool is_norm, double rho) {
  Release release = gaussian(0, rho);
  release.grid = kGrid;
  const GridQuery query = is_norm ? norm_query(grid_query(sum, release)) : grid_query(sum, release);
  release.noise_scale = hardened_gaussian_scale(query, sum.gradient_bounds().l2, rho).value();
  return release;
}

Rules hardened_rules(const FiniteSum& sum, double rho) {
  Rules rules(gaussian(1e6), 2);
  rules.fresh = Rules(hardened(sum, false, rho)).fresh;
  rules.norm = Rules(hardened(sum, true, rho)).norm;
  return rules;
}

TEST(HardenedFullGradient, EqualsTheNaiveTwinsRoundingAndNoise) {
  const Problem problem = three_records();
  const FiniteSum& sum = *problem.risk;
  const Vector x{{0.2, -0.5}}, y{{0.3, 0.4}};
  const Answers exact = exact_answers(sum, x, y);
  const Rules rules = hardened_rules(sum, 0.3);
  PrivateOracle oracle(sum, {}, streams(), Cost{CostUnit::rho, kEverything});
  Answers got;
  ASSERT_EQ(drive(sum, oracle, take_step(oracle, x, y, rules, got)).size(), 1u);
  Stream words = streams().stream(StreamPurpose::noise, 0);
  const auto twin = [&](double value, const Release& release) {
    const auto steps = static_cast<std::uint64_t>(std::llrint(release.noise_scale / kGrid));
    return kGrid *
           static_cast<double>(std::llrint(value / kGrid) + naive::discrete_gaussian(words, steps));
  };
  ASSERT_EQ(got.norm.size(), 1);
  EXPECT_EQ(got.norm[0], twin(exact.norm[0], rules.norm));
  words = streams().stream(StreamPurpose::noise, 1);
  for (Index j = 0; j < 2; ++j) EXPECT_EQ(got.fresh[j], twin(exact.fresh[j], rules.fresh));
}

TEST(HardenedFullGradient, NoLessNoiseIsAcceptedAndDifferencesSayWhyThereIsNone) {
  const Problem problem = three_records();
  const FiniteSum& sum = *problem.risk;
  const Vector x{{0.2, -0.5}}, y{{0.3, 0.4}};
  EXPECT_EQ(refusal_of(hardened_rules(sum, 0.3), x, y, sum), "");
  for (Release Rules::*which : {&Rules::fresh, &Rules::norm}) {
    Rules rules = hardened_rules(sum, 0.3);
    (rules.*which).noise_scale -= kGrid;
    EXPECT_THAT(refusal_of(rules, x, y, sum), HasSubstr("too small"));
    rules = hardened_rules(sum, 0.3);
    (rules.*which).grid *= 4;
    EXPECT_NE(refusal_of(rules, x, y, sum), "");
  }
  Rules rules = hardened_rules(sum, 0.3);
  rules.difference.grid = kGrid;
  EXPECT_THAT(refusal_of(rules, x, y, sum), HasSubstr("rounding"));
}

/// One number moves by its sensitivity and one multiple of the grid: hardly more noise than d
/// numbers get in all.
TEST(HardenedFullGradient, IntegersOfNeighboursAreNoFurtherApartThanTheQuerySays) {
  const Numbers longest = {1, std::sqrt(1.25)};
  double most_norm = 0;
  GridQuery query;
  double sensitivity = 0;
  for (const Vector& x : {Vector{{0.0, 0.0}}, Vector{{-40.0, -40.0}}, Vector{{0.1, 0.3}}}) {
    std::vector<double> steps;
    for (const Numbers& row : grid_rows()) {
      for (const double target : {-1.0, 1.0}) {
        const Problem three = problem_of({longest, longest, row}, {1, 1, target});
        const Answers exact = exact_answers(*three.risk, x, x);
        steps.push_back(std::rint(exact.norm[0] / kGrid));
        query = norm_query(grid_query(*three.risk, {.batch_size = kRecords, .grid = kGrid}));
        sensitivity = three.risk->gradient_bounds().l2;
      }
    }
    for (const double a : steps) {
      for (const double b : steps) most_norm = std::max(most_norm, std::fabs(a - b));
    }
  }
  EXPECT_LE(most_norm, query.l2(sensitivity));
  EXPECT_GT(most_norm, 0.4 * query.l2(sensitivity));
  // What rounding adds is there, and small.
  const double exact = sensitivity / kRecords / kGrid + 1;
  EXPECT_GT(query.l2(sensitivity), exact);
  EXPECT_LT(query.l2(sensitivity), exact * (1 + 1e-11));
}

/// Of mean estimation a gradient may be far longer than S_2 / 2; beyond 16 S_2 its length is cut.
TEST(HardenedFullGradient, LengthsBeyondWhatRoundingIsProvenForAreCut) {
  const Problem problem = three_records();
  const FiniteSum& sum = *problem.risk;
  const Regularizer steep{.kind = Regularizer::Kind::l2, .strength = 1000};
  Answers got;
  PrivateOracle oracle(sum, steep, streams(), Cost{CostUnit::rho, kEverything});
  const Rules rules = hardened_rules(sum, 20);
  const Vector x{{3.0, 4.0}};
  ASSERT_EQ(drive(sum, oracle, take_step(oracle, x, x, rules, got)).size(), 1u);
  const double most = 16 * sum.gradient_bounds().l2;
  EXPECT_NEAR(got.norm[0], most, 8 * rules.norm.noise_scale);
}

}  // namespace
}  // namespace noisy::testing::full_gradient
