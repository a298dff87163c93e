// Plans with Gaussian noise whose cost is not that of a plain zCDP budget: theorems' constants, and
// mini-batches counted in Renyi divergence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "tests/support/planned_release.h"

namespace noisy {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr double kSamples = 20'000;
constexpr double kSensitivity = 2;  // S_2 = 2G, G = 1
constexpr double kSteps = 400;

PlanInput input(double epsilon, double delta) {
  PlanInput out{.facts = {.samples = 20'000,
                          .dimension = 10,
                          .smoothness = 1,
                          .loss_smoothness = 1,
                          .strong_convexity = 0.1,
                          .l1_sensitivity = 6,
                          .l2_sensitivity = kSensitivity},
                .privacy = {.notion = Notion::approximate, .epsilon = epsilon, .delta = delta}};
  out.parameters.set("iterations", kSteps);
  return out;
}

Result<std::unique_ptr<AlgorithmPlan>> plan(const PlanInput& in, std::string_view id = "dp-gd") {
  return find_algorithm(id)->plan(in);
}

PlanInput with_paper(double epsilon, double delta, std::optional<double> constant) {
  PlanInput in = input(epsilon, delta);
  in.privacy.calibration = Calibration::paper;
  in.privacy.noise_constant = constant;
  return in;
}

TEST(TheoremsNoise, HasTheSigmaOfTheTheoremAndClaimsItsExactCost) {
  for (const double epsilon : {0.2, 1.0, 4.0})
    for (const std::optional<double> constant : {std::optional<double>(), std::optional(30.0)}) {
      const auto made = plan(with_paper(epsilon, 1e-5, constant)).value();
      const double ell = std::log(1e5);
      const double c = constant.value_or(8 * (1 + epsilon / (2 * ell)));
      const double sigma = std::sqrt(c * kSteps * ell) / (kSamples * epsilon);
      EXPECT_NEAR(testing::planned_release(*made, 1).noise_scale, sigma, 1e-12 * sigma);
      const PrivacyClaim& claim = made->summary().claim;
      const double rho = kSteps * 2 / (kSamples * kSamples * sigma * sigma);
      EXPECT_NEAR(claim.epsilon, gaussian_epsilon(rho, 1e-5).value(), 1e-9 * epsilon);
      EXPECT_LT(claim.epsilon, epsilon);
      EXPECT_TRUE(claim.certified());
      EXPECT_EQ(made->rule().spent(made->rule().cap()), claim.epsilon);
    }
}

TEST(TheoremsNoise, IsNotCertifiedWhereItsTrueCostExceedsTheRequest) {
  // The exact formula needs c = 2.27 at (0.2, 1e-3): 2.3 is enough, 2.2 is not.
  EXPECT_TRUE(plan(with_paper(0.2, 1e-3, 2.3)).value()->summary().claim.certified());
  const auto made = plan(with_paper(0.2, 1e-3, 2.2)).value();
  const PrivacyClaim& claim = made->summary().claim;
  EXPECT_FALSE(claim.certified());
  EXPECT_GT(claim.epsilon, 0.2);
  EXPECT_LT(claim.epsilon, 0.21);
  EXPECT_THAT(claim.reasons, Contains(HasSubstr("noiseConstant")));
  EXPECT_THAT(claim.statement, HasSubstr("0.20"));
}

TEST(TheoremsNoise, IsRefusedWhereNoTheoremSpeaksOfIt) {
  PlanInput in = with_paper(1, 1e-5, 8);
  in.privacy.mechanism = Mechanism::laplace;
  EXPECT_EQ(plan(in).error().code, ErrorCode::conflicting_fields);
  in = with_paper(1, 1e-5, {});
  in.privacy.notion = Notion::zcdp;
  in.privacy.rho = 1;
  EXPECT_EQ(plan(in).error().field, "privacy.calibration");
  in = with_paper(1, 1e-5, 8);
  in.privacy.calibration = Calibration::tight;
  EXPECT_EQ(plan(in).error().field, "privacy.noiseConstant");
  EXPECT_EQ(plan(with_paper(1, 1e-5, -1)).error().field, "privacy.noiseConstant");
}

PlanInput with_batches(double epsilon, double batch_size) {
  PlanInput in = input(epsilon, 1e-5);
  in.parameters.set("batchSize", batch_size);
  return in;
}

double accounted(double noise_multiplier, double rate, double steps) {
  return releases_epsilon({.noise_multiplier = noise_multiplier,
                           .steps = steps,
                           .sampling_rate = rate,
                           .sampling = BatchSampling::without_replacement,
                           .neighbours = Neighbours::replace_one},
                          Accountant::pld, 1e-5)
      ->value;
}

TEST(GaussianBatches, AreCalibratedByPrivacyLossDistributions) {
  for (const double batch : {1.0, 50.0, 2000.0}) {
    const auto made = plan(with_batches(1, batch)).value();
    EXPECT_EQ(made->rule().cap().unit, CostUnit::renyi);
    EXPECT_TRUE(made->rule().planned().front().is_constant);
    const Release release = testing::planned_release(*made, 7);
    EXPECT_EQ(release.mechanism, Mechanism::gaussian);
    const double multiplier = release.noise_scale * batch / kSensitivity;
    const double reached = accounted(multiplier, batch / kSamples, kSteps);
    EXPECT_LE(reached, 1 + 1e-9) << batch;
    // Batches of one record have losses that range so far that the search ends early.
    if (batch > 1) {
      EXPECT_GT(accounted(0.999 * multiplier, batch / kSamples, kSteps), 1) << batch;
    }
    EXPECT_NEAR(made->rule().cap().value, kSteps * release.cost.value,
                1e-12 * made->rule().cap().value);
    const double by_divergence =
        renyi_epsilon_at(made->rule().cap().order, made->rule().cap().value, 1e-5);
    EXPECT_GT(by_divergence, 1.03) << batch;
    const PrivacyClaim& claim = made->summary().claim;
    EXPECT_EQ(claim.epsilon, 1);
    EXPECT_TRUE(claim.certified());
    EXPECT_THAT(claim.statement, HasSubstr("(1, 1e-05)-differentially private"));
    EXPECT_THAT(claim.statement, HasSubstr("drawn without replacement"));
  }
}

TEST(GaussianBatches, SpendLittleAtFirstAndNeverMoreThanTheClaim) {
  const auto made = plan(with_batches(2, 100)).value();
  const Cost cost = testing::planned_release(*made, 1).cost;
  double last = 0;
  EXPECT_EQ(made->rule().spent(Cost{}), 0);
  for (const double steps : {1.0, 10.0, 100.0, 399.0, 400.0}) {
    const double spent = made->rule().spent(steps * cost);
    EXPECT_GT(spent, std::min(last, 1.999));
    const double multiplier = testing::planned_release(*made, 1).noise_scale * 100 / kSensitivity;
    EXPECT_GE(spent, accounted(multiplier, 100 / kSamples, steps) * (1 - 1e-9));
    EXPECT_LE(spent, 2);
    last = spent;
  }
  EXPECT_NEAR(last, 2, 1e-6);
}

TEST(GaussianBatches, AreRefusedWhereNothingIsProven) {
  PlanInput in = with_batches(1, 100);
  in.privacy.release = ReleaseKind::hardened;
  EXPECT_EQ(plan(in).error().field, "run.randomness.release");
  in = with_batches(1, 100);
  in.privacy.notion = Notion::zcdp;
  in.privacy.rho = 1;
  EXPECT_EQ(plan(in).error().code, ErrorCode::unsupported_notion);
  in = with_batches(1, 100);
  in.parameters.set("division", std::string("remark-4-2"));
  EXPECT_EQ(plan(in).error().field, "division");
  in = with_batches(1, 100);
  in.privacy.calibration = Calibration::paper;
  EXPECT_EQ(plan(in).error().field, "privacy.calibration");
  EXPECT_EQ(plan(with_batches(1, 100), "dp-nag-opt").error().code, ErrorCode::unsupported_option);
}

// Laplace noise is no Gaussian noise: its rho becomes (epsilon, delta) by what holds for every
// mechanism, rho + 2 sqrt(rho ln(1/delta)).
TEST(LaplaceNoise, UnderZcdpIsNotConvertedAsIfItWereGaussian) {
  const double epsilon = 1, delta = 1e-5;
  PlanInput in = input(epsilon, delta);
  const double exact = plan(in).value()->rule().cap().value;
  in.privacy.mechanism = Mechanism::laplace;
  const auto made = plan(in).value();
  const double rho = made->rule().cap().value;
  EXPECT_NEAR(rho + 2 * std::sqrt(rho * std::log(1 / delta)), epsilon, 1e-9);
  EXPECT_LT(rho, 0.95 * exact);
  EXPECT_NEAR(made->rule().spent(made->rule().cap()), epsilon, 1e-9);
}

// The Renyi divergence of a full step of Laplace noise is no bound for one on a drawn batch, which
// only its epsilon bounds.
TEST(LaplaceNoise, OnBatchesIsNotReaccountedAsIfAllRecordsWereRead) {
  PlanInput in = input(50, 0);  // where both bounds are far apart
  in.privacy.notion = Notion::pure;
  in.parameters.set("iterations", 50.0);
  const auto full = plan(in).value();
  in.parameters.set("batchSize", kSamples - 1);
  const auto batches = plan(in).value();
  // Each step costs the same, so that nothing but the bound differs.
  ASSERT_NEAR(testing::planned_release(*batches, 1).cost.value,
              testing::planned_release(*full, 1).cost.value, 1e-12);
  ASSERT_TRUE(full->summary().claim.approximate && batches->summary().claim.approximate);
  EXPECT_GT(batches->summary().claim.approximate->epsilon,
            1.01 * full->summary().claim.approximate->epsilon);
}

}  // namespace
}  // namespace noisy
