#include "engine/privacy/oracle/gradient_oracle.h"

#include <gtest/gtest.h>

#include "engine/algorithm/frame/run.h"
#include "engine/privacy/calibration/laplace.h"
#include "engine/privacy/form/gradient.h"
#include "engine/privacy/release/amplification.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/support/drive.h"

namespace noisy {
namespace {

constexpr Index kRecords = 8;
constexpr double kRadius = 1;

LinearQuadraticRisk risk() {
  Eigen::MatrixXd records = Eigen::MatrixXd::Zero(2, kRecords);
  records(0, 0) = 1;
  return LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(2, 2), records, kRadius).value();
}

StreamFactory streams(std::uint64_t seed) {
  return StreamFactory::reproducible({.seed = seed, .algorithm = "test"});
}

/// The noise that makes one release cost epsilon, for S_1 = 2 R.
Release laplace_release(double epsilon, Index batch_size = kRecords) {
  return {.batch_size = batch_size,
          .mechanism = Mechanism::laplace,
          .cost = {CostUnit::epsilon, epsilon},
          .base_epsilon = base_epsilon(epsilon, batch_size, kRecords).value(),
          .noise_scale = laplace_scale(2 * kRadius, batch_size, kRecords, epsilon).value()};
}

Run ask(GradientOracle& data, std::vector<Release> releases, std::vector<Vector>& answers) {
  const Vector origin = Vector::Zero(2);
  for (const Release& release : releases) {
    const Vector& gradient = co_await data.ask(gradient_at(origin, release));
    answers.push_back(gradient);
    co_yield Iterate{gradient};
  }
}

std::vector<Vector> answers_of(GradientOracle& oracle, const FiniteSum& data,
                               std::vector<Release> releases) {
  std::vector<Vector> answers;
  testing::drive(data, oracle, ask(oracle, std::move(releases), answers));
  return answers;
}

TEST(PrivateOracle, ChargesEveryReleaseAndAddsNoise) {
  const LinearQuadraticRisk data = risk();
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::epsilon, 1});
  const auto answers = answers_of(oracle, data, {laplace_release(0.25), laplace_release(0.75)});
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_NE(answers[0], -data.mean_record());
  EXPECT_NE(answers[0], answers[1]);
  EXPECT_DOUBLE_EQ(oracle.ledger().spent().value, 1);
  EXPECT_EQ(oracle.gradient_evaluations(), 2 * kRecords);
}

TEST(PrivateOracle, RefusesTheReleaseThatWouldExceedTheBudgetAndNeverResumesTheRun) {
  const LinearQuadraticRisk data = risk();
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::epsilon, 1});
  const auto answers = answers_of(oracle, data, {laplace_release(0.9), laplace_release(0.2)});
  EXPECT_EQ(answers.size(), 1u);
  ASSERT_TRUE(oracle.refusal());
  EXPECT_EQ(oracle.refusal()->code, ErrorCode::invalid_budget);
  EXPECT_DOUBLE_EQ(oracle.ledger().spent().value, 0.9);
}

TEST(PrivateOracle, RefusesNoiseThatIsTooSmallForTheStatedCost) {
  const LinearQuadraticRisk data = risk();
  for (const Index batch_size : {kRecords, Index{2}}) {
    PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::epsilon, 10});
    Release release = laplace_release(1, batch_size);
    release.noise_scale /= std::sqrt(2.0);
    EXPECT_TRUE(answers_of(oracle, data, {release}).empty());
    ASSERT_TRUE(oracle.refusal());
    EXPECT_EQ(oracle.refusal()->code, ErrorCode::internal);
  }
}

TEST(PrivateOracle, RefusesAReleaseWithoutNoiseWhateverItClaims) {
  const LinearQuadraticRisk data = risk();
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::epsilon, 1e300});
  EXPECT_TRUE(
      answers_of(oracle, data, {{.batch_size = kRecords, .cost = {.value = 1e200}}}).empty());
  EXPECT_TRUE(oracle.refusal());
}

TEST(PrivateOracle, CountsGaussianNoiseInRhoOnly) {
  const LinearQuadraticRisk data = risk();
  const double deviation = 2 * kRadius / (kRecords * std::sqrt(2 * 0.5));
  Release release{.batch_size = kRecords,
                  .mechanism = Mechanism::gaussian,
                  .cost = {CostUnit::rho, 0.5},
                  .noise_scale = deviation * (1 + 1e-15)};
  PrivateOracle rho(data, {}, streams(1), Cost{CostUnit::rho, 0.5});
  EXPECT_EQ(answers_of(rho, data, {release}).size(), 1u);
  PrivateOracle epsilon(data, {}, streams(1), Cost{CostUnit::epsilon, 0.5});
  release.cost.unit = CostUnit::epsilon;
  EXPECT_TRUE(answers_of(epsilon, data, {release}).empty());
}

TEST(PrivateOracle, RefusesAReleaseThatIsChargedInAnotherUnitThanTheBudget) {
  const LinearQuadraticRisk data = risk();
  // Worth as much in rho: epsilon^2 / 2 <= epsilon.
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::rho, 10});
  EXPECT_TRUE(answers_of(oracle, data, {laplace_release(0.25)}).empty());
  ASSERT_TRUE(oracle.refusal());
  EXPECT_EQ(oracle.refusal()->message, "this release is charged in another unit than the budget");
  Release in_rho = laplace_release(0.25);
  in_rho.cost.unit = CostUnit::rho;
  PrivateOracle same(data, {}, streams(1), Cost{CostUnit::rho, 10});
  EXPECT_EQ(answers_of(same, data, {in_rho}).size(), 1u);
}

TEST(PrivateOracle, RefusesABlockOfRecordsSinceItReadsAll) {
  // Charged to the block alone, while every record would stand in the answer.
  const LinearQuadraticRisk data = risk();
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::epsilon, 1});
  Release release = laplace_release(0.5);
  release.block = {0, kRecords / 2};
  EXPECT_TRUE(answers_of(oracle, data, {release}).empty());
  ASSERT_TRUE(oracle.refusal());
  EXPECT_EQ(oracle.refusal()->message, "this kind of release reads all records");
  EXPECT_EQ(oracle.ledger().spent().value, 0);
}

TEST(PrivateOracle, RefusesGaussianNoiseScaledByTheState) {
  // Its bound is in L1, and the scale would come from a budget that the cost does not know.
  const LinearQuadraticRisk data = risk();
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::rho, 10});
  const Release release{.batch_size = kRecords,
                        .mechanism = Mechanism::gaussian,
                        .sensitivity = SensitivityRule::state_dependent,
                        .cost = {CostUnit::rho, 1},
                        .base_epsilon = 1e9,
                        .noise_scale = 1};
  EXPECT_TRUE(answers_of(oracle, data, {release}).empty());
  ASSERT_TRUE(oracle.refusal());
  EXPECT_EQ(oracle.refusal()->code, ErrorCode::internal);
}

TEST(PrivateOracle, RefusesAPointThatIsNotFinite) {
  const LinearQuadraticRisk data = risk();
  PrivateOracle oracle(data, {}, streams(1), Cost{CostUnit::epsilon, 1});
  const Vector point = Vector::Constant(2, std::numeric_limits<double>::quiet_NaN());
  const auto asked = oracle.ask(gradient_at(point, laplace_release(1)));
  (void)asked.await_ready();
  ASSERT_TRUE(oracle.refusal());
  EXPECT_EQ(oracle.refusal()->code, ErrorCode::diverged);
  EXPECT_EQ(oracle.ledger().spent().value, 0);
}

TEST(NonPrivateOracle, AnswersExactly) {
  const LinearQuadraticRisk data = risk();
  NonPrivateOracle oracle(data, {}, streams(1));
  const auto answers = answers_of(oracle, data, {{.batch_size = kRecords}});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0], -data.mean_record());
}

TEST(GradientOracle, AddsTheSmoothRegularizerAfterTheNoise) {
  const LinearQuadraticRisk data = risk();
  const Regularizer regularizer{.kind = Regularizer::Kind::l2, .strength = 3};
  NonPrivateOracle oracle(data, regularizer, streams(1));
  const Vector point = Vector::Constant(2, 2.0);
  const auto asked = oracle.ask(gradient_at(point, {.batch_size = kRecords}));
  (void)asked.await_ready();
  const PointQuery query = oracle.pending();
  data.begin_pass({&query, 1});
  oracle.finish();
  EXPECT_EQ(*query.gradient, point - data.mean_record() + 3 * point);
}

}  // namespace
}  // namespace noisy
