#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/pld.h"
#include "tests/privacy/accountant/random_outcomes.h"

/// Against closed forms and against enumeration without grids and transforms.
namespace noisy {
namespace {

using testing::Outcome;
using testing::RandomOutcomes;

/// delta of `count` independent draws, every sequence of outcomes one by one.
long double enumerated_delta(const std::vector<Outcome>& outcomes, int count, long double epsilon,
                             long double p = 1, long double q = 1) {
  if (count == 0) return std::fmax(0.0L, p - std::exp(epsilon) * q);
  long double delta = 0;
  for (const Outcome& outcome : outcomes)
    delta += enumerated_delta(outcomes, count - 1, epsilon, p * outcome.p, q * outcome.q);
  return delta;
}

LossMechanism mechanism_of(const std::vector<Outcome>& outcomes) {
  std::vector<double> p;
  std::vector<double> q;
  for (const Outcome& outcome : outcomes) {
    p.push_back(outcome.p);
    q.push_back(outcome.q);
  }
  return LossMechanism::outcomes(p, q).value();
}

PrivacyLossDistribution repeated(const LossMechanism& mechanism, LossDirection direction,
                                 double rate, Index count) {
  return PrivacyLossDistribution::of(mechanism, direction, rate)->compose_self(count).value();
}

void expect_between(const CertifiedBounds& bounds, double truth, double largest_gap,
                    double rounding = 1e-13) {
  EXPECT_LE(bounds.optimistic, truth + rounding * std::fabs(truth));
  EXPECT_GE(bounds.pessimistic, truth - rounding * std::fabs(truth));
  EXPECT_LE(bounds.gap(), largest_gap);
}

/// The truth lies between, and neither bound is further off than 4% of delta or, where delta falls
/// steeply towards the largest loss, than the accuracy of epsilon.
template <typename Truth>
void expect_accurate(const CertifiedBounds& bounds, double epsilon, const Truth& truth) {
  constexpr double kAccuracy = 1e-3;
  constexpr double kRelative = 0.04;
  const auto exact = static_cast<double>(truth(epsilon));
  expect_between(bounds, exact, 1.0, 1e-12);
  const auto higher = static_cast<double>(truth(epsilon - kAccuracy));
  const auto lower = static_cast<double>(truth(epsilon + kAccuracy));
  EXPECT_LE(bounds.pessimistic, std::fmax(exact * (1 + kRelative), higher) + 1e-14);
  EXPECT_GE(bounds.optimistic, std::fmin(exact * (1 - kRelative), lower) - 1e-14);
}

TEST(LossTwins, ComposedGaussiansAreOneGaussianAtEveryDelta) {
  for (const double noise : {0.1, 1.0, 100.0})
    for (const Index steps : {1, 2, 30, 1000, 100000})
      for (const double delta : {1e-100, 1e-15, 1e-5, 0.1, 0.99}) {
        SCOPED_TRACE(::testing::Message() << noise << " " << steps << " " << delta);
        const double mu = std::sqrt(static_cast<double>(steps)) / noise;
        const double truth = gaussian_epsilon_from_log(mu, std::log(delta));
        const auto bounds =
            repeated(LossMechanism::gaussian(noise).value(), LossDirection::remove, 1, steps)
                .epsilon(delta);
        ASSERT_TRUE(bounds);
        expect_between(*bounds, truth, 1.1e-3 * std::fmax(truth, 1), 1e-12);
      }
}

TEST(LossTwins, TinyDeltasOfComposedGaussiansKeepTheirRelativeAccuracy) {
  const auto nine = repeated(LossMechanism::gaussian(3).value(), LossDirection::remove, 1, 9);
  for (const double epsilon : {-5.0, -1.0, 0.0, 1.0, 4.0, 10.0, 20.0, 35.0}) {
    const double truth = std::exp(log_gaussian_delta(1, epsilon));
    const CertifiedBounds bounds = nine.delta(epsilon).value();
    expect_between(bounds, truth, 2e-2 * truth, 1e-12);
  }
}

TEST(LossTwins, RandomizedResponseIsTheBinomialSum) {
  for (const double epsilon : {0.05, 1.0, 3.0})
    for (const int count : {1, 2, 7, 40}) {
      const auto composed =
          repeated(LossMechanism::approximate(epsilon).value(), LossDirection::exchange, 1, count);
      const long double likely = 1 / (1 + std::exp(-static_cast<long double>(epsilon)));
      for (const double target : {0.0, 0.3 * epsilon * count, 0.7 * epsilon * count}) {
        long double truth = 0;
        for (int heads = 0; heads <= count; ++heads) {
          const long double ways = std::exp(std::lgamma(count + 1.0L) - std::lgamma(heads + 1.0L) -
                                            std::lgamma(count - heads + 1.0L));
          const long double p = std::pow(likely, heads) * std::pow(1 - likely, count - heads);
          const long double q = std::pow(likely, count - heads) * std::pow(1 - likely, heads);
          truth += ways * std::fmax(0.0L, p - std::exp(static_cast<long double>(target)) * q);
        }
        const double expected = static_cast<double>(truth);
        expect_between(composed.delta(target).value(), expected, 1e-9 * expected + 1e-15, 1e-12);
      }
    }
}

TEST(LossTwins, KairouzOhViswanathWithDeltaIsTheirSum) {
  // delta = 1 - (1 - d)^k (1 - sum_i C(k, i) (...)_+ / (1 + e^eps)^k)
  const double epsilon = 0.5;
  const double step_delta = 1e-3;
  const int count = 12;
  const auto composed = repeated(LossMechanism::approximate(epsilon, step_delta).value(),
                                 LossDirection::exchange, 1, count);
  for (int level = 1; level <= count / 2; ++level) {
    const long double target = (count - 2 * level) * static_cast<long double>(epsilon);
    long double sum = 0;
    for (int i = 0; i < level; ++i) {
      const long double ways = std::exp(std::lgamma(count + 1.0L) - std::lgamma(i + 1.0L) -
                                        std::lgamma(count - i + 1.0L));
      sum += ways * (std::exp((count - i) * static_cast<long double>(epsilon)) -
                     std::exp(target + i * static_cast<long double>(epsilon)));
    }
    sum /= std::pow(1 + std::exp(static_cast<long double>(epsilon)), count);
    const long double truth =
        1 - std::pow(1 - static_cast<long double>(step_delta), count) * (1 - sum);
    expect_between(composed.delta(static_cast<double>(target)).value(), static_cast<double>(truth),
                   1e-9, 1e-12);
  }
}

TEST(LossTwins, LaplaceIsItsClosedFormAndItsSquareAnIntegral) {
  const auto once =
      PrivacyLossDistribution::of(LossMechanism::laplace(0.5).value(), LossDirection::exchange);
  for (const double epsilon : {-3.0, -1.0, 0.0, 0.4, 1.9})
    expect_between(once->delta(epsilon).value(),
                   epsilon < -2 ? -std::expm1(epsilon)
                                : std::fmax(-std::expm1((epsilon - 2) / 2), -std::expm1(epsilon)),
                   1e-13);
  // Twice: E over the first loss of delta(epsilon - loss), by Simpson's rule between the atoms.
  const auto twice = repeated(LossMechanism::laplace(1).value(), LossDirection::exchange, 1, 2);
  const auto single = [](double epsilon) {
    return epsilon >= 1    ? 0.0
           : epsilon <= -1 ? -std::expm1(epsilon)
                           : -std::expm1((epsilon - 1) / 2);
  };
  for (const double epsilon : {0.2, 0.9, 1.5}) {
    double truth = 0.5 * single(epsilon - 1) + 0.5 * std::exp(-1.0) * single(epsilon + 1);
    const int pieces = 2000;
    // The loss has density e^{(loss - 1) / 2} / 4; the corner of delta is at epsilon - loss = 1.
    const double corner = epsilon - 1;
    for (const auto& [low, high] : {std::pair{-1.0, corner}, std::pair{corner, 1.0}}) {
      const double width = (high - low) / pieces;
      double sum = 0;
      for (int i = 0; i <= pieces; ++i) {
        const double loss = low + i * width;
        const double weight = i == 0 || i == pieces ? 1 : i % 2 ? 4 : 2;
        sum += weight * std::exp((loss - 1) / 2) / 4 * single(epsilon - loss);
      }
      truth += sum * width / 3;
    }
    expect_between(twice.delta(epsilon).value(), truth, 2e-3 * truth, 1e-10);
  }
}

TEST(LossTwins, RandomOutcomesAreEnumerated) {
  RandomOutcomes random(11);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Outcome> outcomes = random.next(2 + trial % 3);
    if (trial % 5 == 0) outcomes = random.with_one_sided_outcomes(outcomes, 1e-3);
    const LossMechanism mechanism = mechanism_of(outcomes);
    const int count = 2 + trial % 4;
    const auto composed = repeated(mechanism, LossDirection::remove, 1, count);
    const auto backwards = repeated(mechanism, LossDirection::add, 1, count);
    std::vector<Outcome> reversed = outcomes;
    for (Outcome& outcome : reversed) std::swap(outcome.p, outcome.q);
    for (const double epsilon : {-1.0, 0.0, 0.1, 0.5, 1.5, 4.0}) {
      SCOPED_TRACE(::testing::Message() << trial << " " << epsilon);
      expect_accurate(composed.delta(epsilon).value(), epsilon,
                      [&](double at) { return enumerated_delta(outcomes, count, at); });
      expect_accurate(backwards.delta(epsilon).value(), epsilon,
                      [&](double at) { return enumerated_delta(reversed, count, at); });
    }
  }
}

TEST(LossTwins, SampledOutcomesAreEnumeratedFromTheMixture) {
  RandomOutcomes random(12);
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<Outcome> outcomes = random.next(2 + trial % 3);
    if (trial % 4 == 0) outcomes = random.with_one_sided_outcomes(outcomes, 1e-2);
    const double rate = random.uniform();
    const int count = 2 + trial % 4;
    std::vector<Outcome> remove = outcomes;
    for (Outcome& outcome : remove) outcome.p = (1 - rate) * outcome.q + rate * outcome.p;
    std::vector<Outcome> add = remove;
    for (Outcome& outcome : add) std::swap(outcome.p, outcome.q);
    const LossMechanism mechanism = mechanism_of(outcomes);
    for (const double epsilon : {-0.5, 0.0, 0.2, 1.0}) {
      SCOPED_TRACE(::testing::Message() << trial << " " << rate << " " << epsilon);
      expect_accurate(
          repeated(mechanism, LossDirection::remove, rate, count).delta(epsilon).value(), epsilon,
          [&](double at) { return enumerated_delta(remove, count, at); });
      expect_accurate(repeated(mechanism, LossDirection::add, rate, count).delta(epsilon).value(),
                      epsilon, [&](double at) { return enumerated_delta(add, count, at); });
    }
  }
}

TEST(LossTwins, DifferentMechanismsAreEnumeratedTogether) {
  RandomOutcomes random(13);
  for (int trial = 0; trial < 20; ++trial) {
    const auto first = random.next(3);
    const auto second = random.next(2);
    const auto composed = repeated(mechanism_of(first), LossDirection::remove, 1, 3)
                              .compose(repeated(mechanism_of(second), LossDirection::remove, 1, 2));
    const auto truth = [&](double epsilon) {
      long double delta = 0;
      for (const Outcome& a : second)
        for (const Outcome& b : second)
          delta += enumerated_delta(first, 3, epsilon, a.p * b.p, a.q * b.q);
      return delta;
    };
    for (const double epsilon : {0.0, 0.7, 2.0})
      expect_accurate(composed.delta(epsilon).value(), epsilon, truth);
  }
}

TEST(LossTwins, DiscreteLaplaceAndGaussianAreTheirOutcomes) {
  const double scale = 1.7;
  const int sensitivity = 3;
  std::vector<Outcome> laplace;
  std::vector<Outcome> gaussian;
  double norm = 0;
  for (int x = -90; x <= 90; ++x) norm += std::exp(-0.5 * x * x / (scale * scale));
  for (int x = -90; x <= 93; ++x) {
    const double peak = std::tanh(0.5 / scale);
    laplace.push_back({peak * std::exp(-std::abs(x) / scale),
                       peak * std::exp(-std::abs(x - sensitivity) / scale)});
    const double move = x - sensitivity;
    gaussian.push_back({std::exp(-0.5 * x * x / (scale * scale)) / norm,
                        std::exp(-0.5 * move * move / (scale * scale)) / norm});
  }
  const auto check = [&](const LossMechanism& mechanism, const std::vector<Outcome>& outcomes) {
    for (const double epsilon : {0.0, 0.3, 1.1, 3.0})
      for (const int count : {1, 2}) {
        const auto truth = static_cast<double>(enumerated_delta(outcomes, count, epsilon));
        expect_between(
            repeated(mechanism, LossDirection::exchange, 1, count).delta(epsilon).value(), truth,
            1e-9 * truth, 1e-10);
      }
  };
  check(LossMechanism::discrete_laplace(scale, sensitivity).value(), laplace);
  check(LossMechanism::discrete_gaussian(scale, sensitivity).value(), gaussian);
}

TEST(LossTwins, ExponentialMechanismCoversEveryBoundedRangeResponse) {
  // Two outcomes with losses t and t - epsilon, for all t; the curve is their upper envelope.
  const double epsilon = 1.3;
  const auto pair = PrivacyLossDistribution::of(LossMechanism::exponential(epsilon).value(),
                                                LossDirection::exchange)
                        .value();
  for (const double at : {-1.0, -0.3, 0.0, 0.4, 1.2}) {
    double envelope = 0;
    for (int i = 0; i <= 2000; ++i) {
      const double t = epsilon * i / 2000;
      const double p = -std::expm1(t - epsilon) / -std::expm1(-epsilon);
      const std::vector<Outcome> response{{p, p * std::exp(-t)},
                                          {1 - p, (1 - p) * std::exp(epsilon - t)}};
      envelope = std::fmax(envelope, static_cast<double>(enumerated_delta(response, 1, at)));
    }
    EXPECT_NEAR(pair.delta(at)->pessimistic, envelope, 1e-6);
    EXPECT_GE(pair.delta(at)->pessimistic, envelope - 1e-15);
  }
}

}  // namespace
}  // namespace noisy
