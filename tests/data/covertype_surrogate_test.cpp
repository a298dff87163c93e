#include "engine/data/covertype_surrogate.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/data/data_hash.h"
#include "engine/data/generator.h"
#include "tests/data/reading.h"
#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

using testing::kNormalThreshold;
using testing::row_of;

constexpr Index kSamples = 20'000;
constexpr Index kFeatures = covertype::kSurrogateFeatures;

/// Its optima lie where the published tables have theirs.
constexpr std::uint64_t kSeedOfTheFigures = 150;

SyntheticData make(Index samples, std::uint64_t seed, DataLayout layout = DataLayout::panels) {
  Result<SyntheticData> made =
      make_synthetic({.name = "covertype-surrogate", .samples = samples, .seed = seed}, layout);
  EXPECT_TRUE(made.has_value()) << made.error().message;
  return std::move(*made);
}

/// Which column of a group is not zero; -1 unless there is exactly one.
Index hot_column(std::span<const double> row, Index first, Index last) {
  Index hot = -1;
  for (Index j = first; j < last; ++j) {
    if (row[static_cast<std::size_t>(j)] == 0) continue;
    if (hot >= 0) return -1;
    hot = j;
  }
  return hot;
}

/// (count - n p) / sqrt(n p (1 - p))
double share_z_score(double count, double p) {
  const double n = kSamples;
  return (count - n * p) / std::sqrt(n * p * (1 - p));
}

TEST(CovertypeSurrogate, RowsHaveNormOneAndNeverMore) {
  const SyntheticData made = make(2000, 1);
  ASSERT_EQ(made.data.features(), 54);
  for (Index i = 0; i < 2000; ++i) {
    const auto row = row_of(made.data, i);
    long double square = 0;
    for (const double value : row) square += static_cast<long double>(value) * value;
    EXPECT_LE(square, 1.0L);
    EXPECT_GE(square, 1.0L - 1e-15L);
  }
  EXPECT_EQ(made.bounds.l2, 1);
  EXPECT_EQ(made.bounds.linf, 1);
  EXPECT_NEAR(made.bounds.l1, std::sqrt(54.0), 1e-12);
  EXPECT_EQ(made.bounds.target_lower, -1);
  EXPECT_EQ(made.bounds.target_upper, 1);
}

TEST(CovertypeSurrogate, GroupsAreOneHotWithTheirSharesAtFalseAlarmRate1e7) {
  const SyntheticData made = make(kSamples, 1);
  std::vector<double> counts(kFeatures, 0.0);
  for (Index i = 0; i < kSamples; ++i) {
    const auto row = row_of(made.data, i);
    const Index area = hot_column(row, 10, 14);
    const Index soil = hot_column(row, 14, 54);
    ASSERT_GE(area, 0);
    ASSERT_GE(soil, 0);
    // Both stood for 1 before the row was scaled.
    EXPECT_EQ(row[static_cast<std::size_t>(area)], row[static_cast<std::size_t>(soil)]);
    ++counts[static_cast<std::size_t>(area)];
    ++counts[static_cast<std::size_t>(soil)];
  }
  const double areas[] = {0.45, 0.05, 0.44, 0.06};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_LT(std::fabs(share_z_score(counts[10 + k], areas[k])), kNormalThreshold);
  }
  double total = 0;
  for (int k = 0; k < 40; ++k) total += std::exp(-0.15 * k);
  for (std::size_t k = 0; k < 40; ++k) {
    const double share = std::exp(-0.15 * static_cast<double>(k)) / total;
    EXPECT_LT(std::fabs(share_z_score(counts[14 + k], share)), kNormalThreshold);
  }
}

// Dividing by a one-hot value undoes the scaling. E x_j^2 = 5/4, E x_j x_k = 1/4 for j != k; the
// variances are those of products of normals with these covariances.
TEST(CovertypeSurrogate, NumbersShareACommonPartAtFalseAlarmRate1e7) {
  const SyntheticData made = make(kSamples, 1);
  double squares[10] = {}, products[9] = {};
  for (Index i = 0; i < kSamples; ++i) {
    const auto row = row_of(made.data, i);
    const double scale = row[static_cast<std::size_t>(hot_column(row, 10, 14))];
    for (std::size_t j = 0; j < 10; ++j) {
      squares[j] += row[j] * row[j] / (scale * scale);
      if (j < 9) products[j] += row[j] * row[j + 1] / (scale * scale);
    }
  }
  const double n = kSamples;
  for (const double sum : squares) {
    EXPECT_LT(std::fabs(sum / n - 1.25) / std::sqrt(2 * 1.25 * 1.25 / n), kNormalThreshold);
  }
  for (const double sum : products) {
    const double variance = 1.25 * 1.25 + 0.25 * 0.25;
    EXPECT_LT(std::fabs(sum / n - 0.25) / std::sqrt(variance / n), kNormalThreshold);
  }
}

// The sum over rows of margin * (is_positive - p), in standard errors.
TEST(CovertypeSurrogate, LabelsFollowTheLogisticModelAtFalseAlarmRate1e9) {
  const SyntheticData made = make(kSamples, 1);
  double excess = 0, variance = 0;
  for (Index i = 0; i < kSamples; ++i) {
    const auto row = row_of(made.data, i);
    const double m = std::inner_product(row.begin(), row.end(), made.weights.begin(), 0.0);
    const double p = 1 / (1 + std::exp(-m));
    excess += m * ((made.data.targets()[static_cast<std::size_t>(i)] > 0) - p);
    variance += m * m * p * (1 - p);
  }
  EXPECT_LT(std::fabs(excess) / std::sqrt(variance), kNormalThreshold);
}

/// F(0) - F* of the logistic risk plus (strength / 2) ||x||^2, by Newton's method.
double initial_gap(const SyntheticData& made, double strength) {
  const Index n = made.data.samples();
  Eigen::MatrixXd rows(kFeatures, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < kFeatures; ++j) {
      rows(j, i) = made.data.feature(i, j) * made.data.targets()[static_cast<std::size_t>(i)];
    }
  }
  Vector x = Vector::Zero(kFeatures);
  double value = 0;
  for (int step = 0; step < 12; ++step) {
    const Vector agreement = rows.transpose() * x;
    Vector doubt(n), curvature(n);
    value = strength / 2 * x.squaredNorm();
    for (Index i = 0; i < n; ++i) {
      value += std::log1p(std::exp(-agreement[i])) / static_cast<double>(n);
      doubt[i] = 1 / (1 + std::exp(agreement[i])) / static_cast<double>(n);
      curvature[i] = std::sqrt(doubt[i] / (1 + std::exp(-agreement[i])));
    }
    const Vector gradient = strength * x - rows * doubt;
    if (gradient.norm() < 1e-10) return std::log(2.0) - value;
    const Eigen::MatrixXd scaled = rows * curvature.asDiagonal();
    Eigen::MatrixXd hessian = scaled * scaled.transpose();
    hessian.diagonal().array() += strength + 1e-12;
    x -= hessian.ldlt().solve(gradient);
  }
  ADD_FAILURE() << "Newton's method did not converge";
  return std::log(2.0) - value;
}

// The tables have 0.139 and 0.313 for n = 200,000 and a direction that they do not tell. The one
// of this seed comes within 1.5% there (0.1390 and 0.3087); a tenth of the records moves both by
// the sampling error of some 0.003.
TEST(CovertypeSurrogate, HasTheOptimaOfThePublishedTables) {
  const SyntheticData made = make(kSamples, kSeedOfTheFigures);
  EXPECT_NEAR(initial_gap(made, 1e-2), 0.139, 0.003);
  EXPECT_NEAR(initial_gap(made, 0), 0.313, 0.006);
}

TEST(CovertypeSurrogate, DependsOnNeitherTheLayoutNorTheNumberOfRows) {
  const SyntheticData many = make(100, 3);
  const SyntheticData few = make(13, 3, DataLayout::rows);
  for (Index i = 0; i < 13; ++i) {
    EXPECT_EQ(row_of(many.data, i), row_of(few.data, i));
    EXPECT_EQ(many.data.targets()[static_cast<std::size_t>(i)],
              few.data.targets()[static_cast<std::size_t>(i)]);
  }
}

TEST(CovertypeSurrogate, IsFrozen) {
  EXPECT_EQ(to_hex(data_hash(make(1000, 1).data)).substr(0, 16), "a292ec507fd8646e");
}

TEST(CovertypeSurrogate, NamesTheFieldOfAnError) {
  const auto none = make_synthetic({.name = "covertype-surrogate"});
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().field, "data.samples");
  const auto large = make_synthetic({.name = "covertype-surrogate", .samples = 200'000},
                                    DataLayout::panels, 0, 80e6);
  ASSERT_FALSE(large.has_value());
  EXPECT_EQ(large.error().code, ErrorCode::limit_exceeded);
}

}  // namespace
}  // namespace noisy
