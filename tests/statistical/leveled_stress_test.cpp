// S9 of saddle-mirror-descent (4.4) where n is large: Algorithm 3 on P4 by itself. That the
// engine's is the same step for step is proven with it; here batches are sums of signs, drawn as
// such, so that records cost a bit each. Seeds are fixed: what passes once passes always. The
// range of the slope is the specification's; gaps are within 15 % of its prototype's.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "engine/algorithm/simplex/theory/bias_reduced_solution.h"

namespace noisy {
namespace {

constexpr std::size_t kSize = 16;
using Scores = std::array<double, kSize>;

/// x_1 of softmax(-tau s).
double first_weight(const Scores& sums, double step_size) {
  double rest = 0;
  for (const double sum : sums) rest += std::exp(step_size * (sums[0] - sum));
  return 1 / rest;
}

/// A run of Algorithm 3 with the parameters of Theorem 3.14, L_0 = 1.132, L_1 = 5 and L_2 = 25.
class LeveledStress {
 public:
  LeveledStress(Index samples, std::uint64_t seed) : random_(seed) {
    const BiasReducedSetting setting{.regularity = {1.132, 5, 25},
                                     .draws = {.widths = {1.132, 1.132}},
                                     .log_dimension = 2 * std::log(16.0),
                                     .samples = samples,
                                     .moment_factor = 0.02};
    const auto budget = approximate_vertex_budget(1, 1e-6).value();
    parameters_ = bias_reduced_parameters(setting, budget, BiasReducedCalibration::zcdp).value();
    schedule_ =
        public_level_schedule({.rule = parameters_.rule, .seed = static_cast<Index>(seed)}, samples)
            .value();
  }

  /// phi(x_1) - phi(p*) + (1 - y_1) / 2 of the output.
  double gap() {
    double x_hits = 0, y_hits = 0;
    for (const std::uint8_t level : schedule_.levels) {
      const double x = first_weight(x_, parameters_.step_size);
      const double y = first_weight(y_, parameters_.step_size);
      x_hits += hits(1, x);
      y_hits += hits(1, y);
      step(level, x);
    }
    const double steps = static_cast<double>(schedule_.steps());
    return phi(x_hits / steps) - phi(0.8) + (1 - y_hits / steps) / 2;
  }

 private:
  static double phi(double u) { return std::exp(5 * (u - 1)) / 5 - std::exp(-1) * u; }
  static double slope(double u) { return std::exp(5 * (u - 1)) - std::exp(-1); }

  double hits(Index draws, double weight) {
    return static_cast<double>(std::binomial_distribution<Index>(draws, weight)(random_));
  }

  /// The mean of half a sign of each record.
  double half_mean(Index records) {
    Index heads = 0;
    Index left = records;
    for (; left >= 64; left -= 64) heads += std::popcount(random_());
    if (left > 0) heads += std::popcount(random_() >> (64 - left));
    return (2.0 * static_cast<double>(heads) / static_cast<double>(records) - 1) / 2;
  }

  /// Linear parts are the same at all points of a batch, so that they count once.
  void step(Index level, double x) {
    const Index half = Index{1} << level;
    const double first = hits(1, x), minus = first + hits(half - 1, x), other = hits(half, x);
    const double h = static_cast<double>(half);
    const double weight = (2 - std::ldexp(1.0, -static_cast<int>(parameters_.rule.max_level))) * h;
    const auto records = static_cast<Index>(parameters_.rule.batch_size(level));
    for (double& sum : x_) sum += half_mean(records);
    for (double& sum : y_) sum -= half_mean(records);
    x_[0] += weight * (slope((minus + other) / (2 * h)) - slope(minus / h)) + slope(first);
    y_[0] -= 0.5;
  }

  std::mt19937_64 random_;
  BiasReducedParameters parameters_;
  LevelSchedule schedule_;
  Scores x_{};
  Scores y_{};
};

double mean_gap(Index samples, int seeds) {
  double sum = 0;
  for (int seed = 1; seed <= seeds; ++seed)
    sum += LeveledStress(samples, static_cast<std::uint64_t>(seed)).gap();
  return sum / seeds;
}

TEST(LeveledStress, S9GapsFallLikeTheRootUpToLogarithms) {
  const double few = mean_gap(1'000'000, 8), more = mean_gap(10'000'000, 4),
               many = mean_gap(100'000'000, 2);
  const double slope = std::log10(many / few) / 2;
  EXPECT_NEAR(few, 0.314, 0.0471);
  EXPECT_NEAR(more, 0.117, 0.0176);
  EXPECT_NEAR(many, 0.0423, 0.0063);
  EXPECT_GT(slope, -0.55);
  EXPECT_LT(slope, -0.38);
}

}  // namespace
}  // namespace noisy
