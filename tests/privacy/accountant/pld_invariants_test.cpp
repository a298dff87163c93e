#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/pld.h"
#include "engine/privacy/accountant/zcdp.h"
#include "tests/privacy/accountant/random_outcomes.h"

/// What must hold for all inputs, on random ones from a fixed seed.
namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using testing::RandomOutcomes;

LossSetting sampled_gaussian(double noise, double rate, Index steps) {
  return {LossMechanism::gaussian(noise).value(), steps, LossSampling::poisson, rate};
}

CertifiedBounds epsilon_of(const LossSetting& setting, double delta,
                           Neighbours neighbours = Neighbours::add_remove) {
  return pld_epsilon({&setting, 1}, neighbours, delta).value();
}

CertifiedBounds delta_of(const LossSetting& setting, double epsilon) {
  return pld_delta({&setting, 1}, Neighbours::add_remove, epsilon).value();
}

struct Random {
  double noise;
  double rate;
  Index steps;
  double delta;
};

std::vector<Random> random_settings(std::uint64_t seed, int count) {
  RandomOutcomes random(seed);
  std::vector<Random> settings;
  for (int i = 0; i < count; ++i)
    settings.push_back({random.between(0.4, 20), random.between(1e-4, 1),
                        static_cast<Index>(random.between(2, 3000)), random.between(1e-12, 0.3)});
  return settings;
}

std::string text(const Random& x) {
  return "noise " + std::to_string(x.noise) + " rate " + std::to_string(x.rate) + " steps " +
         std::to_string(x.steps) + " log delta " + std::to_string(std::log(x.delta));
}

TEST(LossInvariants, EpsilonFallsInNoiseAndDeltaAndRisesInRateAndSteps) {
  for (const Random& x : random_settings(21, 12)) {
    SCOPED_TRACE(text(x));
    const CertifiedBounds base = epsilon_of(sampled_gaussian(x.noise, x.rate, x.steps), x.delta);
    EXPECT_GE(base.optimistic, 0);
    EXPECT_LE(base.optimistic, base.pessimistic);
    const auto not_below = [&](const CertifiedBounds& larger) {
      EXPECT_GE(larger.pessimistic, base.optimistic);
    };
    const auto not_above = [&](const CertifiedBounds& smaller) {
      EXPECT_LE(smaller.optimistic, base.pessimistic);
    };
    not_above(epsilon_of(sampled_gaussian(1.2 * x.noise, x.rate, x.steps), x.delta));
    not_above(epsilon_of(sampled_gaussian(x.noise, x.rate, x.steps), 1.5 * x.delta));
    not_below(epsilon_of(sampled_gaussian(x.noise, std::fmin(1, 1.2 * x.rate), x.steps), x.delta));
    not_below(epsilon_of(sampled_gaussian(x.noise, x.rate, x.steps + x.steps / 2), x.delta));
  }
}

TEST(LossInvariants, DeltaOfEpsilonComesBack) {
  int positive = 0;
  for (const double rate : {0.0, 0.01, 0.1, 0.8, 1.0})
    for (const double noise : {0.1, 1.0, 10.0, 100.0})
      for (const Index steps : {1, 5})
        for (const double delta : {0.99, 1e-2, 1e-5, 1e-12}) {
          SCOPED_TRACE(::testing::Message()
                       << rate << " " << noise << " " << steps << " " << delta);
          const LossSetting setting = sampled_gaussian(noise, rate, steps);
          const CertifiedBounds epsilon = epsilon_of(setting, delta);
          ASSERT_TRUE(std::isfinite(epsilon.pessimistic));
          // At the upper bound of epsilon delta is surely reached, at the lower one not passed.
          EXPECT_LE(delta_of(setting, epsilon.pessimistic).optimistic, delta * (1 + 1e-9));
          if (epsilon.optimistic > 0) {
            ++positive;
            EXPECT_GE(delta_of(setting, epsilon.optimistic).pessimistic, delta * (1 - 1e-9));
            EXPECT_NEAR(delta_of(setting, epsilon.pessimistic).pessimistic / delta, 1, 0.15);
          }
        }
  EXPECT_GT(positive, 60);
}

TEST(LossInvariants, ZeroStepsRatesAndNoiseAreTheirLimits) {
  for (const Index steps : {1, 100}) {
    EXPECT_EQ(epsilon_of(sampled_gaussian(1, 0, steps), 1e-5).pessimistic, 0);
    EXPECT_EQ(epsilon_of(sampled_gaussian(0, 0.5, steps), 1e-5).optimistic, kInfinity);
    EXPECT_EQ(epsilon_of(sampled_gaussian(1, 0.5, steps), 0).pessimistic, kInfinity);
    EXPECT_EQ(epsilon_of(sampled_gaussian(1, 0.5, steps), 1).pessimistic, 0);
    EXPECT_NEAR(
        epsilon_of(sampled_gaussian(3, 1, steps), 1e-5).pessimistic,
        gaussian_epsilon_from_log(std::sqrt(static_cast<double>(steps)) / 3, std::log(1e-5)), 1e-9);
  }
  EXPECT_EQ(epsilon_of(sampled_gaussian(1, 0.5, 0), 1e-5).pessimistic, 0);
  EXPECT_EQ(PrivacyLossDistribution().delta(0).value().pessimistic, 0);
  EXPECT_NEAR(PrivacyLossDistribution().delta(-1).value().pessimistic, -std::expm1(-1), 1e-15);
}

TEST(LossInvariants, ExchangeIsAtLeastBothDirections) {
  for (const Random& x : random_settings(22, 10)) {
    SCOPED_TRACE(text(x));
    const LossSetting setting = sampled_gaussian(x.noise, x.rate, x.steps);
    EXPECT_GE(epsilon_of(setting, x.delta, Neighbours::replace_one).pessimistic,
              epsilon_of(setting, x.delta).optimistic);
  }
}

TEST(LossInvariants, ExchangeOfOneSampledReleaseIsAmplifiedExactly) {
  // delta(ln(1 + q (e^e - 1))) = q delta_0(e) for e >= 0: Balle, Barthe, Gaboardi 2018, Theorem 10.
  const LossMechanism mechanism = LossMechanism::gaussian(0.9).value();
  const auto whole = PrivacyLossDistribution::of(mechanism, LossDirection::exchange).value();
  for (const double rate : {0.01, 0.3, 0.9}) {
    const auto part = PrivacyLossDistribution::of(mechanism, LossDirection::exchange, rate).value();
    for (const double epsilon : {0.0, 0.5, 2.0, 6.0}) {
      const double amplified = std::log1p(rate * std::expm1(epsilon));
      const double expected = rate * whole.delta(epsilon).value().pessimistic;
      EXPECT_NEAR(part.delta(amplified).value().pessimistic / expected, 1, 1e-8);
      // Exchange is symmetric: delta(-e) = 1 - e^-e + e^-e delta(e).
      EXPECT_NEAR(part.delta(-amplified).value().pessimistic,
                  -std::expm1(-amplified) + std::exp(-amplified) * expected, 1e-12);
    }
  }
}

TEST(LossInvariants, FoldingTwiceIsFoldingAtOnce) {
  const auto release =
      PrivacyLossDistribution::of(LossMechanism::gaussian(1.1).value(), LossDirection::remove, 0.05)
          .value();
  const auto forty = release.compose_self(40).value();
  const auto folded = release.compose_self(8)->compose_self(5).value();
  const auto added = release.compose_self(25)->compose(release.compose_self(15).value());
  for (const double delta : {1e-9, 1e-3}) {
    EXPECT_EQ(forty.epsilon(delta)->pessimistic, folded.epsilon(delta)->pessimistic);
    EXPECT_EQ(forty.epsilon(delta)->pessimistic, added.epsilon(delta)->pessimistic);
  }
}

TEST(LossInvariants, ExactGaussianIsBelowTheBoundsThroughZcdp) {
  for (const double noise : {0.7, 5.0, 40.0})
    for (const double delta : {1e-9, 1e-4}) {
      const double rho = 0.5 * 50 / (noise * noise);
      const auto bounds =
          PrivacyLossDistribution::of(LossMechanism::gaussian(noise).value(), LossDirection::remove)
              ->compose_self(50)
              ->epsilon(delta);
      EXPECT_LE(bounds->pessimistic, zcdp_epsilon(rho, delta, ZcdpConversion::optimal));
      EXPECT_LE(bounds->pessimistic, zcdp_epsilon(rho, delta, ZcdpConversion::standard));
    }
}

TEST(LossInvariants, FinerAccuracyNarrowsTheBoundsAroundTheSameTruth) {
  for (const Random& x : random_settings(23, 8)) {
    SCOPED_TRACE(text(x));
    const LossSetting setting = sampled_gaussian(x.noise, x.rate, x.steps);
    const CertifiedBounds coarse =
        pld_epsilon({&setting, 1}, Neighbours::add_remove, x.delta, {1e-2, 1e-4}).value();
    const CertifiedBounds fine =
        pld_epsilon({&setting, 1}, Neighbours::add_remove, x.delta, {1e-4, 1e-6}).value();
    EXPECT_LE(fine.optimistic, coarse.pessimistic);
    EXPECT_GE(fine.pessimistic, coarse.optimistic);
    EXPECT_LE(fine.gap(), 1.2e-4 * std::fmax(1, fine.pessimistic));
  }
}

TEST(LossInvariants, TypicalTrainingIsAccurateToAThousandth) {
  for (const double noise : {0.6, 1.0, 4.0})
    for (const double rate : {0.0005, 0.004, 0.02})
      for (const Index steps : {500, 10000})
        for (const double delta : {1e-5, 1e-8}) {
          SCOPED_TRACE(::testing::Message() << noise << " " << rate << " " << steps);
          const CertifiedBounds bounds = epsilon_of(sampled_gaussian(noise, rate, steps), delta);
          EXPECT_LE(bounds.gap(), 1e-3 * std::fmax(1, bounds.pessimistic));
          EXPECT_GT(bounds.optimistic, 0);
        }
}

TEST(LossInvariants, BadInputsNameTheirField) {
  const auto code = [](const auto& result) { return result.error().code; };
  const auto field = [](const auto& result) { return result.error().field; };
  EXPECT_EQ(field(LossMechanism::gaussian(-1)), "noiseMultiplier");
  EXPECT_EQ(field(LossMechanism::gaussian(std::nan(""))), "noiseMultiplier");
  EXPECT_EQ(field(LossMechanism::laplace(kInfinity)), "noiseMultiplier");
  EXPECT_EQ(field(LossMechanism::discrete_laplace(0, 1)), "scale");
  EXPECT_EQ(field(LossMechanism::discrete_gaussian(1, 0)), "sensitivity");
  EXPECT_EQ(field(LossMechanism::discrete_gaussian(1, 1, 0)), "truncation");
  EXPECT_EQ(field(LossMechanism::randomized_response(1.5, 3)), "noise");
  EXPECT_EQ(field(LossMechanism::randomized_response(0.5, 1)), "buckets");
  EXPECT_EQ(field(LossMechanism::exponential(-0.1)), "epsilon");
  EXPECT_EQ(field(LossMechanism::approximate(1, 2)), "delta");
  const LossMechanism gaussian = LossMechanism::gaussian(1).value();
  EXPECT_EQ(field(PrivacyLossDistribution::of(gaussian, LossDirection::add, 2)), "samplingRate");
  const auto release = PrivacyLossDistribution::of(gaussian, LossDirection::add).value();
  EXPECT_EQ(code(release.epsilon(-0.1)), ErrorCode::invalid_budget);
  EXPECT_EQ(code(release.epsilon(std::nan(""))), ErrorCode::invalid_budget);
  EXPECT_EQ(field(release.delta(std::nan(""))), "epsilon");
  EXPECT_EQ(field(release.compose_self(-1)), "steps");
  const LossSetting subset{gaussian, 1, LossSampling::without_replacement, 0.5};
  EXPECT_EQ(code(pld_epsilon({&subset, 1}, Neighbours::add_remove, 1e-5)),
            ErrorCode::unsupported_neighbours);
}

}  // namespace
}  // namespace noisy
