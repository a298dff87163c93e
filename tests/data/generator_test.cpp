#include "engine/data/generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/data/data_hash.h"
#include "engine/random/distributions.h"
#include "tests/data/reading.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

using testing::kKolmogorovThreshold;
using testing::kNormalThreshold;
using testing::row_of;
using testing::targets_of;

SyntheticData make(const SyntheticParameters& parameters, DataLayout layout = DataLayout::panels) {
  Result<SyntheticData> made = make_synthetic(parameters, layout);
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return std::move(*made);
}

double margin(const SyntheticData& made, Index row) {
  const auto u = row_of(made.data, row);
  return std::inner_product(u.begin(), u.end(), made.weights.begin(), 0.0);
}

double fraction_positive(const SyntheticData& made) {
  const auto targets = targets_of(made.data);
  return static_cast<double>(std::count(targets.begin(), targets.end(), 1.0)) /
         static_cast<double>(targets.size());
}

TEST(SyntheticLogistic, DrawsUniformFeaturesAtFalseAlarmRate1e9) {
  const SyntheticData made = make({.samples = 20'000, .features = 20});
  std::vector<double> values;
  for (Index i = 0; i < 20'000; ++i) {
    const auto row = row_of(made.data, i);
    values.insert(values.end(), row.begin(), row.end());
  }
  EXPECT_LT(testing::kolmogorov_statistic(values, [](double x) { return x; }),
            kKolmogorovThreshold);
}

TEST(SyntheticLogistic, LabelsAreTheSignsOfTheMargins) {
  const SyntheticData made = make({.samples = 5000, .features = 20});
  for (Index i = 0; i < 5000; ++i) {
    EXPECT_EQ(made.data.targets()[static_cast<std::size_t>(i)], margin(made, i) >= 0 ? 1.0 : -1.0);
  }
}

// z = sum over rows of (is_positive - p_i) in standard errors, at false-alarm rate 1e-9; and again
// weighted by the margin, which the wrong slope would fail.
TEST(SyntheticLogistic, LogisticLabelsHaveTheProbabilityOfTheSigmoid) {
  const SyntheticData made =
      make({.samples = 50'000, .features = 5, .labels = SyntheticParameters::Labels::logistic});
  double sum = 0, variance = 0, weighted = 0, weighted_variance = 0;
  for (Index i = 0; i < 50'000; ++i) {
    const double m = margin(made, i);
    const double p = 1 / (1 + std::exp(-m));
    const double excess = (made.data.targets()[static_cast<std::size_t>(i)] > 0) - p;
    sum += excess;
    variance += p * (1 - p);
    weighted += m * excess;
    weighted_variance += m * m * p * (1 - p);
  }
  EXPECT_LT(std::fabs(sum) / std::sqrt(variance), kNormalThreshold);
  EXPECT_LT(std::fabs(weighted) / std::sqrt(weighted_variance), kNormalThreshold);
}

// The shift solves its equation exactly; the fraction itself is a normal approximation (2%).
TEST(SyntheticLogistic, ShiftsTheWeightsToThePositiveFraction) {
  for (const double p : {0.1, 0.5, 0.9, 0.99}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const SyntheticData made =
          make({.samples = 20'000, .features = 20, .seed = seed, .positive_fraction = p});
      const double half_sum = 0.5 * std::accumulate(made.weights.begin(), made.weights.end(), 0.0);
      const double squares =
          std::inner_product(made.weights.begin(), made.weights.end(), made.weights.begin(), 0.0);
      EXPECT_NEAR(half_sum, normal_quantile(p) * std::sqrt(squares / 12), 1e-12);
      EXPECT_NEAR(fraction_positive(made), p, 0.02);
    }
  }
  EXPECT_NEAR(normal_quantile(0.9), 1.2816, 5e-5);  // the constant of the paper's preset
}

TEST(SyntheticLogistic, TheShiftMovesAllWeightsByTheSameAmount) {
  const SyntheticData plain = make({.samples = 1, .features = 20});
  const SyntheticData shifted = make({.samples = 1, .features = 20, .positive_fraction = 0.9});
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_NEAR(shifted.weights[i] - plain.weights[i], shifted.weights[0] - plain.weights[0],
                1e-14);
  }
  EXPECT_EQ(row_of(plain.data, 0), row_of(shifted.data, 0));
}

TEST(SyntheticLinear, HasTheDocumentedLaw) {
  const Index n = 50'000;
  const SyntheticData made = make({.name = "linear", .samples = n, .features = 10, .noise = 0});
  const SyntheticData noisy = make({.name = "linear", .samples = n, .features = 10, .noise = 0.1});
  const double half_sum = 0.5 * std::accumulate(made.weights.begin(), made.weights.end(), 0.0);
  const double squares =
      std::inner_product(made.weights.begin(), made.weights.end(), made.weights.begin(), 0.0);
  std::vector<double> residuals;
  std::vector<double> signals;
  for (Index i = 0; i < n; ++i) {
    const double signal = 0.4 * (margin(made, i) - half_sum) / std::sqrt(squares / 12);
    const auto at = static_cast<std::size_t>(i);
    ASSERT_NEAR(made.data.targets()[at], std::clamp(signal, -1.0, 1.0), 1e-12);
    signals.push_back(signal);
    if (std::fabs(noisy.data.targets()[at]) < 1) {
      residuals.push_back(noisy.data.targets()[at] - signal);
    }
  }
  const auto square = [](double x) { return x * x; };
  // The kurtosis of a sum of uniforms is below the normal's, so 2 sigma^4 bounds Var(x^2).
  EXPECT_LT(std::fabs(testing::z_score(signals, square, 0.16, 2 * 0.16 * 0.16)), kNormalThreshold);
  // Clamped targets are left out, which lowers the variance by less than 1%.
  double variance = 0;
  for (const double r : residuals) variance += r * r;
  EXPECT_NEAR(variance / static_cast<double>(residuals.size()), 0.01, 0.0003);
}

TEST(SyntheticData, DependsOnNeitherTheLayoutNorTheNumberOfRows) {
  for (const std::string name : {"logistic", "linear"}) {
    const SyntheticData many = make({.name = name, .samples = 1000, .features = 7});
    const SyntheticData few = make({.name = name, .samples = 13, .features = 7}, DataLayout::rows);
    for (Index i = 0; i < 13; ++i) {
      EXPECT_EQ(row_of(many.data, i), row_of(few.data, i));
      EXPECT_EQ(many.data.targets()[static_cast<std::size_t>(i)],
                few.data.targets()[static_cast<std::size_t>(i)]);
    }
  }
}

TEST(SyntheticData, StatesTheBoundsOfItsConstruction) {
  const FeatureBounds bounds = make({.samples = 3, .features = 16}).bounds;
  EXPECT_EQ(bounds.linf, 1);
  EXPECT_EQ(bounds.l1, 16);
  EXPECT_EQ(bounds.l2, 4);
  EXPECT_EQ(bounds.target_lower, -1);
  EXPECT_EQ(bounds.target_upper, 1);
}

TEST(SyntheticData, IsFrozen) {
  const auto hash = [](const SyntheticParameters& parameters) {
    return to_hex(data_hash(make(parameters).data)).substr(0, 16);
  };
  EXPECT_EQ(hash({.samples = 1000, .features = 20}), "94cc66c43a462520");
  EXPECT_EQ(hash({.samples = 1000, .features = 20, .positive_fraction = 0.9}), "fe5232c3c1184725");
  EXPECT_EQ(
      hash({.samples = 1000, .features = 20, .labels = SyntheticParameters::Labels::logistic}),
      "a78f2560af41afea");
  EXPECT_EQ(hash({.name = "linear", .samples = 1000, .features = 20}), "267e0f87deec4f32");
}

TEST(SyntheticData, NamesTheFieldOfAnError) {
  const auto expect = [](const SyntheticParameters& parameters, ErrorCode code,
                         std::string_view field, double memory = 1e9) {
    const auto made = make_synthetic(parameters, DataLayout::panels, 0, memory);
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().code, code);
    EXPECT_EQ(made.error().field, field);
  };
  expect({.name = "cubic", .samples = 1, .features = 1}, ErrorCode::unknown_name, "data.name");
  expect({.samples = 0, .features = 1}, ErrorCode::invalid_value, "data.samples");
  expect({.samples = 1, .features = 0}, ErrorCode::invalid_value, "data.features");
  expect({.samples = 1, .features = 1, .noise = -1}, ErrorCode::invalid_value, "data.noise");
  expect({.samples = 1, .features = 2, .positive_fraction = 1.0}, ErrorCode::invalid_value,
         "data.positiveFraction");
  expect({.samples = 1, .features = 1, .positive_fraction = 0.9}, ErrorCode::invalid_value,
         "data.positiveFraction");
  expect({.samples = 1, .features = 2, .positive_fraction = 0.999}, ErrorCode::invalid_value,
         "data.positiveFraction");
  expect({.samples = 1000, .features = 1000}, ErrorCode::limit_exceeded, "data.samples", 1e6);
}

}  // namespace
}  // namespace noisy
