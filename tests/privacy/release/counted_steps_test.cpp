// What the last of many noisy steps costs alone: against the shifts that the proof chooses, against
// the law of the last iterate where that is known, and against laws that are followed step by step.
#include "engine/privacy/release/counted_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace noisy {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();

/// Steps that contract by c exactly: eta = 1 and a loss that is linear.
ExactDescent contracting(double c, Index steps) {
  return {.step_size = 1, .smoothness = 0, .strong_convexity = 1 - c, .steps = steps};
}

TEST(CountedSteps, AreOneForOneStepAllForNoContractionAndOneForAWholeOne) {
  for (const double c : {0.0, 0.3, 0.999, 1.0}) EXPECT_EQ(counted_steps(contracting(c, 1), 3), 1);
  for (const Index steps : {2, 17, 100000}) {
    EXPECT_EQ(counted_steps(contracting(1, steps), kEverywhere), static_cast<double>(steps));
    EXPECT_EQ(counted_steps(contracting(0, steps), kEverywhere), 1);
  }
  EXPECT_NEAR(counted_steps(contracting(0.9, 1'000'000), kEverywhere), 19, 1e-12);
  // To first order in 1 - c: T.
  EXPECT_NEAR(counted_steps(contracting(1 - 1e-9, 1000), kEverywhere), 1000, 1e-8);
  EXPECT_EQ(counted_steps(contracting(0.5, 0), kEverywhere), kEverywhere);
}

TEST(CountedSteps, ContractByTheSlowerEndOfTheSpectrum) {
  const ExactDescent descent{.step_size = 0.5, .smoothness = 1.9, .strong_convexity = 0.1};
  EXPECT_NEAR(contraction_gap(descent), 0.05, 1e-15);
  EXPECT_NEAR(contraction_gap({.step_size = 0.99, .smoothness = 1.9, .strong_convexity = 0.1}),
              0.02, 1e-15);
  const auto counted = [](double step, double mu) {
    return counted_steps({.step_size = step, .smoothness = 2, .strong_convexity = mu, .steps = 9},
                         kEverywhere);
  };
  EXPECT_EQ(counted(1, 0), 9);
  EXPECT_EQ(counted(1.001, 0), kEverywhere);
  EXPECT_NEAR(counted(0.8, 0.5), 9, 1e-12);  // 2 / (L + mu)
  EXPECT_EQ(counted(0.801, 0.5), kEverywhere);
  EXPECT_EQ(counted(0, 0), kEverywhere);
  EXPECT_EQ(counted(std::nan(""), 0), kEverywhere);
}

/// sum a_t^2 / s^2 of shifts in proportion to c^(k-t) that lead from z_0 = w to z_k = 0, followed
/// step by step; every one has to be possible.
double sum_of_shifts(double c, double width, Index k) {
  std::vector<double> powers;
  for (Index t = 1; t <= k; ++t) powers.push_back(std::pow(c, static_cast<double>(k - t)));
  double reach = width * std::pow(c, static_cast<double>(k)), squares = 0;
  for (const double power : powers) {
    reach += power;
    squares += power * power;
  }
  double z = width, sum = 0;
  for (const double power : powers) {
    const double shift = power * reach / squares;
    z = c * z + 1 - shift;
    EXPECT_GE(z, -1e-9 * (1 + width)) << c << " " << width << " " << k;
    sum += shift * shift;
  }
  EXPECT_NEAR(z, 0, 1e-9 * (1 + width));
  return sum;
}

TEST(CountedSteps, AreTheSquaresOfShiftsThatEndTogether) {
  for (const double c : {0.2, 0.7, 0.95, 0.999, 1.0}) {
    for (const Index steps : {2, 5, 40, 300}) {
      const double whole = sum_of_shifts(c, 0, steps);
      EXPECT_NEAR(counted_steps(contracting(c, steps), kEverywhere) / whole, 1, 1e-11);
      for (const double width : {0.0, 0.4, 3.0, 18.0, 1000.0}) {
        double least = whole;
        for (Index k = 1; k < steps; ++k) least = std::min(least, sum_of_shifts(c, width, k));
        EXPECT_NEAR(counted_steps(contracting(c, steps), width) / least, 1, 1e-11)
            << c << " " << steps << " " << width;
      }
    }
  }
}

TEST(CountedSteps, AreWhatTheLawOfALinearObjectiveCosts) {
  // x_T is normal: one record moves its mean by s (1 + c + ..), its variance is that of the noise.
  for (const double c : {0.1, 0.8, 0.99}) {
    for (const Index steps : {1, 3, 25}) {
      double moved = 0, variance = 0;
      for (Index t = 0; t < steps; ++t) {
        moved = c * moved + 1;
        variance = c * c * variance + 1;
      }
      EXPECT_NEAR(counted_steps(contracting(c, steps), kEverywhere) / (moved * moved / variance), 1,
                  1e-12);
    }
  }
}

/// The law of a number: masses at places.
struct Law {
  std::vector<double> places, masses;
};

double below(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

/// Steps x -> clamp(phi(x) + N(0, deviation^2)) on cells of an interval, whose ends hold what is
/// clamped.
class Chain {
 public:
  Chain(double lower, double upper, std::size_t cells, double deviation)
      : width_((upper - lower) / static_cast<double>(cells)), deviation_(deviation) {
    for (std::size_t j = 0; j < cells; ++j) {
      centres_.push_back(lower + (static_cast<double>(j) + 0.5) * width_);
    }
    centres_.push_back(lower);
    centres_.push_back(upper);
  }

  Law step(const Law& law, const std::function<double(double)>& phi) const {
    Law out{.places = centres_, .masses = std::vector<double>(centres_.size(), 0.0)};
    const std::size_t cells = centres_.size() - 2;
    const double lower = centres_[cells], upper = centres_[cells + 1];
    for (std::size_t i = 0; i < law.places.size(); ++i) {
      if (law.masses[i] == 0) continue;
      const double mean = phi(law.places[i]);
      double before = below((lower - mean) / deviation_);
      out.masses[cells] += law.masses[i] * before;
      for (std::size_t j = 0; j < cells; ++j) {
        const double after = below((centres_[j] + width_ / 2 - mean) / deviation_);
        out.masses[j] += law.masses[i] * (after - before);
        before = after;
      }
      out.masses[cells + 1] += law.masses[i] * below((mean - upper) / deviation_);
    }
    return out;
  }

 private:
  double width_, deviation_;
  std::vector<double> centres_;
};

double delta_of(const Law& one, const Law& other, double epsilon) {
  double sum = 0;
  for (std::size_t i = 0; i < one.masses.size(); ++i) {
    sum += std::max(0.0, one.masses[i] - std::exp(epsilon) * other.masses[i]);
  }
  return sum;
}

double gaussian_delta(double mu, double epsilon) {
  return below(-epsilon / mu + mu / 2) - std::exp(epsilon) * below(-epsilon / mu - mu / 2);
}

struct Followed {
  double smoothness;  ///< of n records' mean loss L log(cosh(x)), which all share
  double strength;
  double radius;
  Index steps;
};

/// The most that delta of the two laws of x_T is of a Gaussian's of this factor times the proven
/// mu, over some epsilons.
double share_of_proven(const Followed& of, double factor) {
  constexpr double kStep = 0.8, kShift = 0.25, kDeviation = 0.4;
  const Chain chain(-of.radius, of.radius, 700, kDeviation);
  Law one{.places = {0}, .masses = {1}}, other = one;
  for (Index t = 0; t < of.steps; ++t) {
    const auto force = [&](double x) { return of.smoothness * std::tanh(x) + of.strength * x; };
    one = chain.step(one, [&](double x) { return x - kStep * force(x) + kShift / 2; });
    other = chain.step(other, [&](double x) { return x - kStep * force(x) - kShift / 2; });
  }
  const double counted = counted_steps({.step_size = kStep,
                                        .smoothness = of.smoothness,
                                        .strong_convexity = of.strength,
                                        .steps = of.steps},
                                       2 * of.radius / kShift);
  const double mu = factor * std::sqrt(counted) * kShift / kDeviation;
  double most = 0;
  for (const double epsilon : {0.1, 0.5, 1.0, 2.0}) {
    most = std::max(most, delta_of(one, other, epsilon) / gaussian_delta(mu, epsilon));
  }
  return most;
}

TEST(CountedSteps, CoverLawsThatAreFollowedStepByStep) {
  // Curved losses, with and without a regularizer, far from and within reach of the domain's edge.
  for (const Followed& of :
       {Followed{1, 0, 8, 12}, Followed{1, 0.3, 8, 12}, Followed{0.3, 0.1, 8, 25},
        Followed{1.2, 0, 0.5, 20}, Followed{0.1, 0, 0.5, 20}, Followed{0, 0, 0.3, 20}}) {
    EXPECT_LT(share_of_proven(of, 1), 1) << of.smoothness << " " << of.strength;
  }
}

TEST(CountedSteps, AreNoneTooManyWhereTheObjectiveIsLinear) {
  const Followed linear{.smoothness = 0, .strength = 0.2, .radius = 8, .steps = 12};
  EXPECT_NEAR(share_of_proven(linear, 1), 1, 1e-3);
  // 1.15 times less noise is not covered.
  EXPECT_GT(share_of_proven(linear, 1 / 1.15), 1.1);
}

}  // namespace
}  // namespace noisy
