#include "engine/data/sparse_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/data/data_hash.h"
#include "tests/data/sparse_rows.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

using testing::kNormalThreshold;

SparseSyntheticData make(const SyntheticParameters& parameters) {
  Result<SparseSyntheticData> made = make_sparse_synthetic(parameters);
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return std::move(*made);
}

double margin(const SparseSyntheticData& made, Index row) {
  double sum = 0;
  for (std::size_t k = 0; k < made.data.columns(row).size(); ++k) {
    sum += made.data.values(row)[k] * made.weights[made.data.columns(row)[k]];
  }
  return sum;
}

/// The sum over rows of margin * (is_positive - p), in standard errors.
double label_z_score(const SparseSyntheticData& made) {
  double excess = 0, variance = 0;
  for (Index i = 0; i < made.data.samples(); ++i) {
    const double m = margin(made, i);
    const double p = 1 / (1 + std::exp(-m));
    excess += m * ((made.data.targets()[static_cast<std::size_t>(i)] > 0) - p);
    variance += m * m * p * (1 - p);
  }
  return excess / std::sqrt(variance);
}

TEST(A9aLike, HasOneColumnOfEveryGroup) {
  const SparseSyntheticData made = make({.name = "a9a-like", .samples = 5000});
  EXPECT_EQ(made.data.features(), 123);
  EXPECT_EQ(made.data.stored(), 5000 * 14);
  const Index ends[] = {5, 13, 18, 34, 39, 46, 60, 66, 71, 73, 75, 77, 82, 123};
  double first_of_first_group = 0;
  for (Index i = 0; i < 5000; ++i) {
    for (std::size_t k = 0; k < 14; ++k) {
      ASSERT_EQ(made.data.values(i)[k], 1);
      ASSERT_LT(made.data.columns(i)[k], ends[k]);
      ASSERT_GE(made.data.columns(i)[k], k == 0 ? 0 : ends[k - 1]);
    }
    first_of_first_group += made.data.columns(i)[0] == 0;
  }
  const double share = 1 / (1 + 0.5 + 1.0 / 3 + 0.25 + 0.2);
  EXPECT_LT(std::fabs(first_of_first_group - 5000 * share) / std::sqrt(5000 * share * (1 - share)),
            kNormalThreshold);
  EXPECT_EQ(made.bounds.linf, 1);
  EXPECT_EQ(made.bounds.l1, 14);
  EXPECT_NEAR(made.bounds.l2, std::sqrt(14.0), 1e-12);
}

TEST(TextLike, HasTwentyFiveDifferentWordsOfLengthOne) {
  const SparseSyntheticData made = make({.name = "text-like", .samples = 3000, .features = 5000});
  EXPECT_EQ(made.data.stored(), 3000 * 25);
  std::vector<double> counts(5000, 0.0);
  for (Index i = 0; i < 3000; ++i) {
    const auto columns = made.data.columns(i);
    long double square = 0, sum = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      ASSERT_TRUE(k == 0 || columns[k] > columns[k - 1]);
      const double value = made.data.values(i)[k];
      ASSERT_GT(value, 0);
      square += static_cast<long double>(value) * value;
      sum += value;
      ++counts[columns[k]];
    }
    EXPECT_LE(square, 1.0L);
    EXPECT_GE(square, 1.0L - 1e-15L);
    EXPECT_LE(static_cast<double>(sum), made.bounds.l1);
  }
  // Zipf's law, where words are rare enough to be drawn at most once a row: 100 against 1000.
  const double tenfold = (counts[99] + counts[100] + counts[101]) / 3;
  double rare = 0;
  for (int j = 950; j < 1050; ++j) rare += counts[static_cast<std::size_t>(j)] / 100;
  EXPECT_NEAR(tenfold / rare, 10, 3);
  EXPECT_EQ(made.bounds.l2, 1);
  EXPECT_EQ(made.bounds.l1, 5);
  EXPECT_NEAR(static_cast<double>(std::count(made.weights.begin(), made.weights.end(), 0.0)), 4500,
              6.11 * std::sqrt(450.0));
}

TEST(SparseSynthetic, LabelsFollowTheLogisticModelAtFalseAlarmRate1e9) {
  EXPECT_LT(std::fabs(label_z_score(make({.name = "a9a-like", .samples = 20'000}))),
            kNormalThreshold);
  EXPECT_LT(
      std::fabs(label_z_score(make({.name = "text-like", .samples = 20'000, .features = 5000}))),
      kNormalThreshold);
}

TEST(SparseSynthetic, DoesNotDependOnTheNumberOfRows) {
  const SparseSyntheticData many = make({.name = "text-like", .samples = 50, .features = 1000});
  const SparseSyntheticData few = make({.name = "text-like", .samples = 5, .features = 1000});
  for (Index i = 0; i < 5; ++i) {
    EXPECT_EQ(testing::dense_row(many.data, i), testing::dense_row(few.data, i));
  }
}

TEST(SparseSynthetic, IsFrozen) {
  const auto hash = [](const SyntheticParameters& parameters) {
    return to_hex(data_hash(make(parameters).data)).substr(0, 16);
  };
  EXPECT_EQ(hash({.name = "a9a-like", .samples = 500}), "6a361b89222c11f1");
  EXPECT_EQ(hash({.name = "text-like", .samples = 500, .features = 1000}), "36a6964cbe9f7803");
}

TEST(SparseSynthetic, NamesTheFieldOfAnError) {
  const auto expect = [](const SyntheticParameters& parameters, ErrorCode code,
                         std::string_view field, double memory = 1e9) {
    const auto made = make_sparse_synthetic(parameters, memory);
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().code, code);
    EXPECT_EQ(made.error().field, field);
  };
  expect({.name = "a9a-like"}, ErrorCode::invalid_value, "data.samples");
  expect({.name = "text-like", .samples = 5, .features = 99}, ErrorCode::invalid_value,
         "data.features");
  expect({.name = "text-like", .samples = 100'000, .features = 50'000}, ErrorCode::limit_exceeded,
         "data.samples", 50e6);
}

}  // namespace
}  // namespace noisy
