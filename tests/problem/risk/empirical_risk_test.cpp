#include "engine/problem/risk/empirical_risk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/math/row_links.h"
#include "engine/problem/loss/custom_loss.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr Index kRecords = 1003;  // neither a multiple of a panel nor of a block
constexpr Index kFeatures = 7;

Stream stream(std::uint64_t step) {
  return StreamFactory::synthetic_data(7, "empirical-risk-test").stream(StreamPurpose::data, step);
}

DenseData random_data(bool labels, DataLayout layout = DataLayout::panels) {
  DenseData data =
      DenseData::allocate({.samples = kRecords, .features = kFeatures, .layout = layout}).value();
  Stream draws = stream(1);
  for (Index i = 0; i < kRecords; ++i) {
    for (Index j = 0; j < kFeatures; ++j) data.set_feature(i, j, 2 * uniform(draws) - 1);
    const double target = 2 * uniform(draws) - 1;
    data.targets()[static_cast<std::size_t>(i)] = labels ? (target > 0 ? 1 : -1) : target;
  }
  return data;
}

constexpr FeatureBounds kBounds{
    .l1 = kFeatures, .l2 = 2.6457513110645907, .linf = 1, .target_lower = -1, .target_upper = 1};

Vector random_point(std::uint64_t step) {
  Stream draws = stream(step);
  Vector x(kFeatures);
  fill_normal(draws, 1, {x.data(), kFeatures});
  return x;
}

struct Answer {
  Vector gradient = Vector(kFeatures);
  double value = 0;
};

std::vector<Answer> full_pass(const FiniteSum& risk, const std::vector<Vector>& points,
                              int threads) {
  std::vector<Answer> answers(points.size());
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points.size(); ++i) {
    queries.push_back(
        {.point = &points[i], .gradient = &answers[i].gradient, .value = &answers[i].value});
  }
  ThreadPool pool(threads);
  const auto pass = risk.begin_pass(queries);
  while (!pass->advance(pool, Deadline::after_seconds(0))) {
  }
  return answers;
}

/// One record after the other, in long double.
struct NaiveSum {
  std::vector<long double> gradient = std::vector<long double>(kFeatures);
  long double value = 0;
};

template <typename Phi>
NaiveSum naive_mean(const DenseData& data, const Vector& x, const std::vector<Index>& records,
                    Phi phi) {
  NaiveSum sum;
  for (const Index i : records) {
    long double margin = 0;
    for (Index j = 0; j < kFeatures; ++j) margin += data.feature(i, j) * (long double)(x[j]);
    const auto [value, slope] = phi(i, margin, data.targets()[static_cast<std::size_t>(i)]);
    sum.value += value / records.size();
    for (Index j = 0; j < kFeatures; ++j) {
      sum.gradient[static_cast<std::size_t>(j)] += slope * data.feature(i, j) / records.size();
    }
  }
  return sum;
}

std::vector<Index> all_records() {
  std::vector<Index> all;
  for (Index i = 0; i < kRecords; ++i) all.push_back(i);
  return all;
}

void expect_equal(const Answer& answer, const NaiveSum& naive) {
  EXPECT_NEAR(answer.value, static_cast<double>(naive.value), 1e-13);
  for (Index j = 0; j < kFeatures; ++j) {
    EXPECT_NEAR(answer.gradient[j],
                static_cast<double>(naive.gradient[static_cast<std::size_t>(j)]), 1e-13);
  }
}

const auto kLogistic = [](Index, long double margin, double target) {
  const long double agreement = target * margin;
  return std::pair(std::log1p(std::exp(-agreement)), -target / (1 + std::exp(agreement)));
};

TEST(EmpiricalRisk, EqualsTheSumOfItsRecords) {
  const DenseData data = random_data(true);
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  const Vector x = random_point(2);
  expect_equal(full_pass(risk, {x}, 1)[0], naive_mean(data, x, all_records(), kLogistic));
}

TEST(EmpiricalRisk, SquaredLossEqualsTheSumOfItsRecords) {
  const DenseData data = random_data(false);
  const EmpiricalRisk risk(data, kBounds, squared_loss());
  const Vector x = random_point(2);
  expect_equal(full_pass(risk, {x}, 1)[0],
               naive_mean(data, x, all_records(), [](Index, long double margin, double target) {
                 const long double error = margin - target;
                 return std::pair(error * error / 2, error);
               }));
}

TEST(EmpiricalRisk, HasTheSameBitsWithAnyThreadsAndInAnyCompany) {
  const DenseData data = random_data(true);
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  std::vector<Vector> points;
  for (std::uint64_t i = 0; i < 37; ++i) points.push_back(random_point(10 + i));
  const std::vector<Answer> together = full_pass(risk, points, 1);
  for (const int threads : {1, 2, 3}) {
    const std::vector<Answer> shared = full_pass(risk, points, threads);
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_EQ(shared[i].gradient, together[i].gradient);
      EXPECT_EQ(shared[i].value, together[i].value);
      const Answer alone = full_pass(risk, {points[i]}, threads)[0];
      EXPECT_EQ(alone.gradient, together[i].gradient);
      EXPECT_EQ(alone.value, together[i].value);
    }
  }
}

TEST(EmpiricalRisk, MiniBatchEqualsTheSumOfItsRecordsInBothLayouts) {
  const Vector x = random_point(2);
  const std::vector<Index> records = {1002, 0, 17, 500, 3, 999, 64, 8, 9, 255, 256};
  std::vector<Answer> answers;
  for (const DataLayout layout : {DataLayout::panels, DataLayout::rows}) {
    const DenseData data = random_data(true, layout);
    const EmpiricalRisk risk(data, kBounds, logistic_loss());
    BatchScratch scratch;
    Answer answer;
    risk.answer_batch(records, {.point = &x, .gradient = &answer.gradient, .value = &answer.value},
                      scratch);
    expect_equal(answer, naive_mean(data, x, records, kLogistic));
    answers.push_back(answer);
  }
  EXPECT_EQ(answers[0].gradient, answers[1].gradient);
}

TEST(EmpiricalRisk, FullPassHasTheSameBitsInBothLayouts) {
  const Vector x = random_point(2);
  std::vector<Answer> answers;
  for (const DataLayout layout : {DataLayout::panels, DataLayout::rows}) {
    const DenseData data = random_data(true, layout);
    answers.push_back(full_pass(EmpiricalRisk(data, kBounds, logistic_loss()), {x, -x}, 2)[1]);
  }
  EXPECT_EQ(answers[0].gradient, answers[1].gradient);
  EXPECT_EQ(answers[0].value, answers[1].value);
}

TEST(EmpiricalRisk, ClipsEveryRecordGradientToTheBound) {
  const DenseData data = random_data(false);
  const Vector x = 3 * random_point(2);
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    const double bound = 0.5;
    const EmpiricalRisk risk(data, kBounds, squared_loss(), GradientClip{norm, bound});
    const Answer answer = full_pass(risk, {x}, 2)[0];
    const NaiveSum naive =
        naive_mean(data, x, all_records(), [&](Index i, long double margin, double target) {
          const long double error = margin - target;
          long double length = 0;
          for (Index j = 0; j < kFeatures; ++j) {
            const long double u = data.feature(i, j);
            length += norm == GradientClip::Norm::l1 ? std::fabs(u) : u * u;
          }
          if (norm == GradientClip::Norm::l2) length = std::sqrt(length);
          const long double shrink = std::min(1.0L, bound / (std::fabs(error) * length));
          return std::pair(error * error / 2, error * shrink);
        });
    expect_equal(answer, naive);
    const double root = std::sqrt(static_cast<double>(kFeatures));
    EXPECT_DOUBLE_EQ(risk.gradient_bounds().l2, 2 * bound);
    EXPECT_DOUBLE_EQ(risk.gradient_bounds().l1,
                     2 * bound * (norm == GradientClip::Norm::l1 ? 1 : root));
  }
}

TEST(EmpiricalRisk, LogisticBoundsAreThoseOfTheFormula) {
  const DenseData data = random_data(true);
  const EmpiricalRisk risk(data, kBounds, logistic_loss());
  EXPECT_DOUBLE_EQ(risk.gradient_bounds().l1, 2 * kBounds.l1);
  EXPECT_DOUBLE_EQ(risk.gradient_bounds().l2, 2 * kBounds.l2);
  EXPECT_NEAR(risk.smoothness_bound(), 7.0 / 4, 1e-14);
  EXPECT_NEAR(risk.l1_sensitivity_at(Vector::Zero(kFeatures)), kBounds.l1, 1e-12);
  EXPECT_LE(risk.l1_sensitivity_at(Vector::Constant(kFeatures, 1e6)), 2 * kBounds.l1);
}

TEST(EmpiricalRisk, SquaredLossHasNoUniformSensitivityWithoutClipping) {
  const DenseData data = random_data(false);
  const EmpiricalRisk risk(data, kBounds, squared_loss());
  EXPECT_TRUE(std::isinf(risk.gradient_bounds().l1));
  EXPECT_TRUE(std::isinf(EmpiricalRisk(data, {}, logistic_loss()).gradient_bounds().l1));
}

/// 1/2 (m - y)^2 again, as a caller would write it.
struct OwnLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V target) const {
    const V error = margin - target;
    return {0.5 * error * error, error};
  }
};

TEST(EmpiricalRisk, TakesACallersOwnLossWithTheSameBits) {
  const DenseData data = random_data(false);
  const OwnLink link;
  const auto slope = [](double margin, double target) { return margin + target; };
  const EmpiricalRisk own(data, kBounds, custom_loss(link, slope, 1));
  const EmpiricalRisk built_in(data, kBounds, squared_loss());
  const Vector x = random_point(2);
  EXPECT_EQ(full_pass(own, {x}, 1)[0].gradient, full_pass(built_in, {x}, 1)[0].gradient);
}

}  // namespace
}  // namespace noisy
