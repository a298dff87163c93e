#include "engine/problem/risk/mean_estimation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/algorithm/settings.h"
#include "tests/problem/risk/pass_answer.h"

namespace noisy::testing {
namespace {

constexpr Index kRecords = 603;
constexpr Index kDimension = 5;

std::unique_ptr<DenseData> random_records() {
  Numbers01 random(1);
  std::vector<naive::Numbers> rows;
  for (Index i = 0; i < kRecords; ++i) {
    naive::Numbers row(kDimension);
    for (double& value : row) value = random(-1, 1);
    rows.push_back(row);
  }
  return dense_records(rows, naive::Numbers(kRecords, 0.0));
}

const FeatureBounds kBounds = with_implied_bounds({.linf = 1}, kDimension);

/// One record after the other, in long double, clipped in L2 at `clip`.
PassAnswer naive_mean(const DenseData& data, const std::vector<Index>& records, const Vector& x,
                      double clip = 1e300) {
  std::vector<long double> gradient(kDimension);
  long double value = 0;
  for (const Index i : records) {
    long double square = 0;
    for (Index j = 0; j < kDimension; ++j) {
      square += ((long double)(x[j]) - data.feature(i, j)) * (x[j] - data.feature(i, j));
    }
    const long double shrink = std::min(1.0L, clip / std::sqrt(square));
    for (Index j = 0; j < kDimension; ++j) {
      gradient[static_cast<std::size_t>(j)] += shrink * (x[j] - data.feature(i, j));
    }
    value += square / 2;
  }
  PassAnswer out{.gradient = Vector(kDimension)};
  const auto count = static_cast<long double>(records.size());
  for (Index j = 0; j < kDimension; ++j) {
    out.gradient[j] = static_cast<double>(gradient[static_cast<std::size_t>(j)] / count);
  }
  out.value = static_cast<double>(value / count);
  return out;
}

std::vector<Index> all_records() {
  std::vector<Index> all(kRecords);
  for (Index i = 0; i < kRecords; ++i) all[static_cast<std::size_t>(i)] = i;
  return all;
}

void expect_near(const PassAnswer& a, const PassAnswer& b) {
  EXPECT_NEAR(a.value, b.value, 1e-13 * std::fmax(1, b.value));
  EXPECT_LE((a.gradient - b.gradient).lpNorm<Eigen::Infinity>(), 1e-13);
}

const Vector kPoint{{0.3, -2, 0, 1, 0.5}};

TEST(MeanEstimation, EqualsTheSumOfItsRecords) {
  const auto data = random_records();
  const MeanEstimationRisk risk(*data, kBounds, {});
  expect_near(full_pass(risk, kPoint), naive_mean(*data, all_records(), kPoint));
  const std::vector<Index> some = {602, 0, 17, 256, 255, 3, 3};
  expect_near(batch_answer(risk, some, kPoint), naive_mean(*data, some, kPoint));
}

TEST(MeanEstimation, ValuesKeepTheirDigitsFarFromTheData) {
  // ||z||^2 / 2 - z'x + ||x||^2 / 2 would lose 6 of 16 digits here.
  const auto data = dense_records({{1e3, 1}, {1e3, -1}}, {0, 0});
  const MeanEstimationRisk risk(*data, {}, {});
  const Vector x{{1e3, 0.5}};
  double value = 0;
  const PointQuery query{.point = &x, .gradient = nullptr, .value = &value};
  risk.begin_pass({&query, 1});
  EXPECT_DOUBLE_EQ(value, (0.125 + 1.125) / 2);
}

TEST(MeanEstimation, ClippedEqualsTheSumOfClippedRecordsWithAnyThreads) {
  const auto data = random_records();
  const MeanEstimationRisk risk(*data, {}, {}, GradientClip{.bound = 2.2});
  const PassAnswer naive = naive_mean(*data, all_records(), kPoint, 2.2);
  const PassAnswer alone = full_pass(risk, kPoint);
  expect_near(alone, naive);
  EXPECT_GT((naive.gradient - naive_mean(*data, all_records(), kPoint).gradient).norm(), 0.01);
  for (const int threads : {2, 3}) {
    EXPECT_EQ(full_pass(risk, kPoint, nullptr, threads).gradient, alone.gradient);
  }
  const std::vector<Index> some = {602, 0, 17, 256, 255, 3};
  expect_near(batch_answer(risk, some, kPoint), naive_mean(*data, some, kPoint, 2.2));
  EXPECT_DOUBLE_EQ(risk.gradient_bounds().l2, 4.4);
}

TEST(MeanEstimation, CountsTheClippedRecords) {
  const auto data = random_records();
  const MeanEstimationRisk risk(*data, {}, {}, GradientClip{.bound = 2.2});
  double share = -1;
  const PointQuery query{.point = &kPoint, .gradient = nullptr, .value = &share};
  ThreadPool pool(2);
  EXPECT_TRUE(risk.begin_clip_pass({&query, 1})->advance(pool, Deadline::never()));
  int longer = 0;
  for (Index i = 0; i < kRecords; ++i) {
    longer += std::sqrt(2 * naive_mean(*data, {i}, kPoint).value) > 2.2;
  }
  EXPECT_GT(longer, 0);
  EXPECT_LT(longer, kRecords);
  EXPECT_DOUBLE_EQ(share, static_cast<double>(longer) / kRecords);
}

TEST(MeanEstimation, DifferencesDoNotDependOnTheData) {
  const auto data = random_records();
  const Vector anchor{{1, 1, 1, -1, 0}};
  const MeanEstimationRisk risk(*data, kBounds, {});
  EXPECT_EQ(full_pass(risk, kPoint, &anchor).gradient, kPoint - anchor);
  EXPECT_EQ(batch_answer(risk, {4, 5}, kPoint, &anchor).gradient, kPoint - anchor);
  const MeanEstimationRisk clipped(*data, {}, {}, GradientClip{.bound = 2.2});
  const Vector expected = naive_mean(*data, all_records(), kPoint, 2.2).gradient -
                          naive_mean(*data, all_records(), anchor, 2.2).gradient;
  EXPECT_LE((full_pass(clipped, kPoint, &anchor).gradient - expected).norm(), 1e-13);
}

TEST(MeanEstimation, OppositeRecordsAttainTheSensitivity) {
  const double root = 1 / std::sqrt(5.0);
  const auto data = dense_records({naive::Numbers(5, root), naive::Numbers(5, -root)}, {0, 0});
  const MeanEstimationRisk risk(*data, {.l1 = 5 * root, .l2 = 1, .linf = root}, {});
  const Vector difference =
      batch_answer(risk, {0}, kPoint).gradient - batch_answer(risk, {1}, kPoint).gradient;
  EXPECT_NEAR(difference.norm(), risk.gradient_bounds().l2, 1e-14);
  EXPECT_NEAR(difference.lpNorm<1>(), risk.gradient_bounds().l1, 1e-14);
  EXPECT_NEAR(difference.lpNorm<1>(), risk.l1_sensitivity_at(kPoint), 1e-14);
}

TEST(MeanEstimation, RoundingStaysBelowItsBound) {
  const auto data = random_records();
  const Domain domain{.kind = Domain::Kind::l2_ball, .radius = 3};
  const MeanEstimationRisk risk(*data, kBounds, domain);
  const double bound = risk.summation_error(kRecords);
  EXPECT_LT(bound, 1e-13);
  EXPECT_TRUE(std::isinf(MeanEstimationRisk(*data, kBounds, {}).summation_error(kRecords)));
  Numbers01 random(5);
  for (int trial = 0; trial < 20; ++trial) {
    Vector x = Vector::NullaryExpr(kDimension, [&] { return random(-3, 3); });
    domain.project(x);
    std::vector<long double> exact(kDimension);
    for (Index i = 0; i < kRecords; ++i) {
      for (Index j = 0; j < kDimension; ++j) {
        exact[static_cast<std::size_t>(j)] +=
            ((long double)(x[j]) - data->feature(i, j)) / kRecords;
      }
    }
    long double error = 0;
    const Vector computed = full_pass(risk, x).gradient;
    for (Index j = 0; j < kDimension; ++j) {
      error += std::fabs(computed[j] - exact[static_cast<std::size_t>(j)]);
    }
    EXPECT_LE(static_cast<double>(error), bound * risk.gradient_bounds().l1 / 2);
  }
}

}  // namespace
}  // namespace noisy::testing
