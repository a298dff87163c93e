#include "engine/random/discrete.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/random/sha256.h"
#include "tests/random/goodness_of_fit.h"
#include "tests/random/naive_discrete.h"

namespace noisy {
namespace {

using testing::chi_square;
using testing::chi_square_tail;
using testing::is_plausible;
using testing::kKolmogorovThreshold;
using testing::kNormalThreshold;
using testing::kolmogorov_statistic;
using testing::neighbours_tail;
using testing::pair_tail;
using testing::z_score;

constexpr std::size_t kDraws = 1'000'000;
constexpr double kFalseAlarm = 1e-9;
/// A scale as releases use it: draws are as good as continuous.
constexpr std::uint64_t kFine = 0x6789abcdef;

using Sampler = std::int64_t (*)(Stream&, std::uint64_t);

struct Case {
  const char* name;
  Sampler draw;
  void (*fill)(Stream&, std::uint64_t, std::span<std::int64_t>);
  Sampler naive;
  /// Unnormalized probability of z, and the limit's distribution function, at scale t.
  double (*weight)(double z, double t);
  double (*cdf)(double x, double t);
};

const Case kLaplace = {
    "laplace",
    discrete_laplace,
    fill_discrete_laplace,
    naive::discrete_laplace,
    [](double z, double t) { return std::exp(-std::fabs(z) / t); },
    [](double x, double t) { return x < 0 ? 0.5 * std::exp(x / t) : 1 - 0.5 * std::exp(-x / t); }};
const Case kGaussian = {
    "gaussian",
    discrete_gaussian,
    fill_discrete_gaussian,
    naive::discrete_gaussian,
    [](double z, double t) { return std::exp(-z * z / (2 * t * t)); },
    [](double x, double t) { return 0.5 * std::erfc(-x / (t * std::sqrt(2.0))); }};

Stream stream(std::uint64_t step) {
  return StreamFactory::reproducible({.seed = 21, .algorithm = "discrete"})
      .stream(StreamPurpose::noise, step);
}

class Discrete : public ::testing::TestWithParam<Case> {
 protected:
  std::vector<std::int64_t> draws(std::uint64_t scale, std::uint64_t step = 0,
                                  std::size_t count = kDraws) const {
    Stream source = stream(step);
    std::vector<std::int64_t> sample(count);
    GetParam().fill(source, scale, sample);
    return sample;
  }

  std::vector<double> fine_draws(std::uint64_t step, std::size_t count = kDraws) const {
    const std::vector<std::int64_t> sample = draws(kFine, step, count);
    return {sample.begin(), sample.end()};
  }

  double fine_cdf(double x) const { return GetParam().cdf(x, static_cast<double>(kFine)); }

  /// Probabilities of z < -most, of -most .. most one by one, and of z > most.
  std::vector<double> probabilities(double scale, int most) const {
    std::vector<double> out(1);
    for (int z = -most; z <= most; ++z) out.push_back(GetParam().weight(z, scale));
    double outside = 0;
    for (int z = most + 1; z < most + 60 * (scale + 1); ++z) {
      outside += GetParam().weight(z, scale);
    }
    out.front() = outside;
    out.push_back(outside);
    const double sum = std::accumulate(out.begin(), out.end(), 0.0);
    for (double& p : out) p /= sum;
    return out;
  }

  /// How many draws fall into each of those cells.
  static std::vector<double> counts(const std::vector<std::int64_t>& sample, std::int64_t most) {
    std::vector<double> out(static_cast<std::size_t>(2 * most + 3));
    for (const std::int64_t z : sample) {
      ++out[static_cast<std::size_t>(std::clamp(z, -most - 1, most + 1) + most + 1)];
    }
    return out;
  }
};

// Against the exact probabilities of every value out to two scales.
TEST_P(Discrete, PassesChiSquareAgainstItsExactProbabilitiesAtFalseAlarmRate1e9) {
  for (const std::uint64_t scale : {1, 2, 3, 5, 17, 100}) {
    const int most = 2 * static_cast<int>(scale);
    const std::vector<double> p = probabilities(static_cast<double>(scale), most);
    const double statistic = chi_square(counts(draws(scale), most), p, kDraws);
    EXPECT_GT(chi_square_tail(statistic, 2 * most + 2), kFalseAlarm) << scale;
  }
}

TEST_P(Discrete, HasItsTailsToSixDeviationsAtFalseAlarmRate1e9) {
  for (const std::uint64_t scale : {1, 4, 30}) {
    const std::vector<std::int64_t> sample = draws(scale, 1);
    for (int deviations = 1; deviations <= 6; ++deviations) {
      const int edge = deviations * static_cast<int>(scale);
      const double p = probabilities(static_cast<double>(scale), edge).back();
      double above = 0, below = 0;
      for (const std::int64_t z : sample) {
        above += z > edge ? 1 : 0;
        below += z < -edge ? 1 : 0;
      }
      EXPECT_TRUE(is_plausible(above, kDraws, p)) << scale << " " << edge << " " << above;
      EXPECT_TRUE(is_plausible(below, kDraws, p)) << scale << " " << -edge << " " << below;
    }
  }
}

// At fine scales the distribution function is the continuous one's within 2^-38.
TEST_P(Discrete, PassesKolmogorovSmirnovAtFineScalesAtFalseAlarmRate1e9) {
  EXPECT_LT(kolmogorov_statistic(fine_draws(2), [&](double x) { return fine_cdf(x); }),
            kKolmogorovThreshold);
}

TEST_P(Discrete, IsIndependentAcrossCoordinatesAndStreams) {
  const auto cdf = [&](double x) { return fine_cdf(x); };
  const std::vector<double> sample = fine_draws(3);
  EXPECT_GT(neighbours_tail(sample, cdf), kFalseAlarm);
  EXPECT_GT(pair_tail(sample, fine_draws(4), cdf), kFalseAlarm);
}

// Its lowest bits are as random as the rest: no rounding anywhere.
TEST_P(Discrete, HasUniformLowBitsAtFineScales) {
  // Two of the sixteen residues share a cell, which makes 14 degrees of freedom.
  std::vector<double> cells(15);
  for (const std::int64_t z : draws(kFine, 5)) {
    ++cells[std::min<std::uint64_t>(14, static_cast<std::uint64_t>(z) & 15)];
  }
  std::vector<double> p(15, 1.0 / 16);
  p.back() = 2.0 / 16;
  EXPECT_GT(chi_square_tail(chi_square(cells, p, kDraws), 14), kFalseAlarm);
}

// Planted bugs: each must be far outside what a false alarm could be.
TEST_P(Discrete, AScaleOffByOneAndASharedDrawAreSeen) {
  const std::vector<double> p = probabilities(17, 34);
  const double statistic = chi_square(counts(draws(18), 34), p, kDraws);
  EXPECT_LT(chi_square_tail(statistic, 70), 1e-100);

  std::vector<double> shared = fine_draws(6, 100'000);
  for (std::size_t i = 0; i + 1 < shared.size(); i += 2) shared[i + 1] = shared[i];
  const auto cdf = [&](double x) { return fine_cdf(x); };
  EXPECT_LT(neighbours_tail(shared, cdf), 1e-100);
}

TEST_P(Discrete, EqualsItsNaiveTwinOnTheSameWords) {
  for (const std::uint64_t scale :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1000},
        (std::uint64_t{1} << 32) - 1, (std::uint64_t{1} << 32) + 1, kFine, kLargestDiscreteScale}) {
    Stream ours = stream(7);
    Stream twins = stream(7);
    for (int i = 0; i < 300; ++i) {
      ASSERT_EQ(GetParam().draw(ours, scale), GetParam().naive(twins, scale)) << scale;
    }
    EXPECT_EQ(ours.next_pair(), twins.next_pair()) << "they took a different number of words";
  }
}

TEST_P(Discrete, FillGivesTheSameNumbersAsSingleDraws) {
  Stream source = stream(8);
  for (const std::int64_t z : draws(1000, 8, 777)) {
    ASSERT_EQ(z, GetParam().draw(source, 1000));
  }
}

INSTANTIATE_TEST_SUITE_P(Samplers, Discrete, ::testing::Values(kLaplace, kGaussian),
                         [](const auto& info) { return info.param.name; });

// Var = 2 p / (1 - p)^2 with p = e^(-1/t); a variance of t^2 would be a mix-up with the deviation.
TEST(DiscreteLaplace, HasTheVarianceOfItsScale) {
  const double t = 9;
  std::vector<std::int64_t> sample(kDraws);
  Stream source = stream(9);
  fill_discrete_laplace(source, 9, sample);
  const std::vector<double> values(sample.begin(), sample.end());
  const double p = std::exp(-1 / t);
  const double variance = 2 * p / ((1 - p) * (1 - p));
  const auto square = [](double x) { return x * x; };
  EXPECT_LT(std::fabs(z_score(values, square, variance, 21 * t * t * t * t)), kNormalThreshold);
}

/// The same bits natively and in wasm, today and in ten years.
TEST(DiscreteNoise, FirstDrawsAreFrozen) {
  const auto hash = [](const auto& fill) {
    std::vector<std::int64_t> sample(10'000);
    Stream source = stream(0);
    fill(source, kFine, sample);
    const std::vector<double> values(sample.begin(), sample.end());
    return to_hex(Sha256().update_doubles(values).finish()).substr(0, 16);
  };
  EXPECT_EQ(hash(fill_discrete_laplace), "c1e128f03d065ddd");
  EXPECT_EQ(hash(fill_discrete_gaussian), "94ea56f06ce07b79");
}

}  // namespace
}  // namespace noisy
