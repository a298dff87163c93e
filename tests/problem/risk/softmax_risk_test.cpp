// Multinomial logistic regression: its answers, and the bounds that privacy rests on.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/math/row_block.h"
#include "engine/problem/risk/softmax_risk.h"
#include "engine/random/distributions.h"
#include "tests/problem/risk/pass_answer.h"

namespace noisy::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr FeatureBounds kUnitBall{.l1 = 2, .l2 = 1, .linf = 1, .target_lower = 0};

Stream draws(std::uint64_t number) {
  return StreamFactory::synthetic_data(4, "softmax-risk").stream(StreamPurpose::data, number);
}

DenseData drawn_data(Index samples, Index features, Index classes,
                     DataLayout layout = DataLayout::rows) {
  DenseData data =
      DenseData::allocate({.samples = samples, .features = features, .layout = layout}).value();
  Stream stream = draws(static_cast<std::uint64_t>(samples));
  for (Index i = 0; i < samples; ++i) {
    for (Index j = 0; j < features; ++j) data.set_feature(i, j, 2 * uniform(stream) - 1);
    data.targets()[static_cast<std::size_t>(i)] =
        std::floor(uniform(stream) * static_cast<double>(classes));
  }
  return data;
}

Vector drawn_point(Index size, double scale, std::uint64_t number = 99) {
  Stream stream = draws(number);
  Vector point(size);
  for (double& value : point) value = scale * (2 * uniform(stream) - 1);
  return point;
}

DenseData records_of(const std::vector<std::pair<Vector, int>>& records) {
  const Index features = records.front().first.size();
  DenseData data =
      DenseData::allocate({.samples = std::ssize(records), .features = features}).value();
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (Index j = 0; j < features; ++j) {
      data.set_feature(static_cast<Index>(i), j, records[i].first[j]);
    }
    data.targets()[i] = records[i].second;
  }
  return data;
}

std::vector<Index> all_of(const FiniteSum& sum) {
  std::vector<Index> records(static_cast<std::size_t>(sum.samples()));
  std::iota(records.begin(), records.end(), Index{0});
  return records;
}

/// The textbook formulas, one record after the other, with the library's functions.
struct Textbook {
  const DenseData& data;
  Index classes;
  std::optional<GradientClip> clip;

  std::vector<double> probabilities(Index i, const Vector& point) const {
    std::vector<double> out;
    double sum = 0;
    for (Index k = 0; k < classes; ++k) {
      double score = 0;
      for (Index j = 0; j < data.features(); ++j) {
        score += point[k * data.features() + j] * data.feature(i, j);
      }
      out.push_back(std::exp(score));
      sum += out.back();
    }
    for (double& p : out) p /= sum;
    return out;
  }
  Index label(Index i) const { return static_cast<Index>(data.targets()[std::size_t(i)]); }
  double loss(Index i, const Vector& point) const {
    return -std::log(probabilities(i, point)[static_cast<std::size_t>(label(i))]);
  }
  Vector gradient(Index i, const Vector& point) const {
    const auto p = probabilities(i, point);
    Vector out(point.size());
    for (Index k = 0; k < classes; ++k) {
      for (Index j = 0; j < data.features(); ++j) {
        out[k * data.features() + j] =
            (p[static_cast<std::size_t>(k)] - (k == label(i) ? 1 : 0)) * data.feature(i, j);
      }
    }
    if (!clip) return out;
    const double length = clip->norm == GradientClip::Norm::l1 ? out.lpNorm<1>() : out.lpNorm<2>();
    return length > clip->bound ? Vector(out * (clip->bound / length)) : out;
  }
  bool is_clipped(Index i, const Vector& point) const {
    const Vector whole = Textbook{data, classes, std::nullopt}.gradient(i, point);
    return whole != gradient(i, point);
  }
};

TEST(SoftmaxRisk, AnswersLikeTheTextbook) {
  for (const Index classes : {2, 3, 10}) {
    for (const Index samples : {1, 7, 64, 65, 700}) {
      const DenseData data = drawn_data(samples, 5, classes);
      const Textbook naive{data, classes, std::nullopt};
      const SoftmaxRisk risk(data, kUnitBall, std::nullopt, classes);
      const Vector point = drawn_point(5 * classes, 2);
      const Vector anchor = drawn_point(5 * classes, 1, 98);
      Vector gradient = Vector::Zero(5 * classes), change = gradient;
      double value = 0;
      for (Index i = 0; i < samples; ++i) {
        gradient += naive.gradient(i, point) / double(samples);
        change += (naive.gradient(i, point) - naive.gradient(i, anchor)) / double(samples);
        value += naive.loss(i, point) / double(samples);
      }
      const PassAnswer full = full_pass(risk, point);
      EXPECT_LE((full.gradient - gradient).norm(), 1e-14);
      EXPECT_NEAR(full.value, value, 1e-13);
      EXPECT_LE((full_pass(risk, point, &anchor).gradient - change).norm(), 1e-14);
      const PassAnswer batch = batch_answer(risk, all_of(risk), point);
      EXPECT_LE((batch.gradient - gradient).norm(), 1e-14);
      EXPECT_NEAR(batch.value, value, 1e-13);
    }
  }
}

TEST(SoftmaxRisk, HasTheGradientOfItsValue) {
  const DenseData data = drawn_data(30, 4, 3);
  const SoftmaxRisk risk(data, kUnitBall, std::nullopt, 3);
  const Vector point = drawn_point(12, 1);
  const Vector gradient = full_pass(risk, point).gradient;
  constexpr double kStep = 1e-5;
  for (Index j = 0; j < 12; ++j) {
    const Vector step = kStep * Vector::Unit(12, j);
    const double slope =
        (full_pass(risk, point + step).value - full_pass(risk, point - step).value) / (2 * kStep);
    EXPECT_NEAR(gradient[j], slope, 1e-9);
  }
}

TEST(SoftmaxRisk, GivesTheSameBitsByAnyLayoutThreadsAndParts) {
  const DenseData rows = drawn_data(2000, 9, 4);
  const DenseData panels = drawn_data(2000, 9, 4, DataLayout::panels);
  const SoftmaxRisk risk(rows, kUnitBall, std::nullopt, 4);
  const SoftmaxRisk other(panels, kUnitBall, std::nullopt, 4);
  const Vector point = drawn_point(36, 1);
  const PassAnswer expected = full_pass(risk, point);
  for (const int threads : {1, 3}) {
    const PassAnswer answer = full_pass(other, point, nullptr, threads);
    EXPECT_EQ(answer.gradient, expected.gradient);
    EXPECT_EQ(answer.value, expected.value);
  }
  const auto part = risk.part(100, 50);
  std::vector<Index> records(50);
  std::iota(records.begin(), records.end(), Index{100});
  EXPECT_EQ(batch_answer(*part, all_of(*part), point).gradient,
            batch_answer(risk, records, point).gradient);
}

TEST(SoftmaxRisk, ClipsEveryRecordsGradient) {
  const DenseData data = drawn_data(300, 5, 3);
  const Vector point = drawn_point(15, 2);
  const Vector anchor = drawn_point(15, 1, 97);
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    const GradientClip clip{.norm = norm, .bound = norm == GradientClip::Norm::l1 ? 2.0 : 0.8};
    const Textbook naive{data, 3, clip};
    const SoftmaxRisk risk(data, {}, clip, 3);
    Vector gradient = Vector::Zero(15), change = gradient;
    double clipped = 0;
    for (Index i = 0; i < 300; ++i) {
      gradient += naive.gradient(i, point) / 300;
      change += (naive.gradient(i, point) - naive.gradient(i, anchor)) / 300;
      clipped += naive.is_clipped(i, point) ? 1 : 0;
    }
    EXPECT_LE((full_pass(risk, point).gradient - gradient).norm(), 1e-11);
    EXPECT_LE((full_pass(risk, point, &anchor).gradient - change).norm(), 1e-11);
    EXPECT_GT(clipped, 30);
    EXPECT_LT(clipped, 270);
    double share = 0;
    const PointQuery query{.point = &point, .value = &share};
    ThreadPool pool(1);
    const auto pass = risk.begin_clip_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
    EXPECT_DOUBLE_EQ(share, clipped / 300);
    EXPECT_EQ(risk.gradient_bounds().l2, 2 * clip.bound);
  }
  EXPECT_EQ(SoftmaxRisk(data, {}, std::nullopt, 3).begin_clip_pass({}), nullptr);
}

TEST(SoftmaxRisk, BoundsTheGradientsOfRowsThatOverflow) {
  Vector row(2);
  row << 1e300, -1e300;
  const DenseData data = records_of({{row, 0}, {-row, 2}});
  const GradientClip clip{.norm = GradientClip::Norm::l2, .bound = 1};
  const SoftmaxRisk risk(data, {}, clip, 3);
  const Vector point = drawn_point(6, 1e120);
  for (const Index record : {0, 1}) {
    const Vector gradient = batch_answer(risk, {record}, point).gradient;
    ASSERT_TRUE(gradient.allFinite());
    EXPECT_LE(gradient.norm(), 1);
  }
  EXPECT_LT(risk.summation_error(2), 1e-14);
  EXPECT_EQ(SoftmaxRisk(data, {}, std::nullopt, 3).summation_error(2), kInfinity);
}

// ---- sensitivity ------------------------------------------------------------------------------

/// Rows of the unit ball in l2 on which the extremes are.
std::vector<Vector> extreme_rows() {
  std::vector<Vector> rows;
  for (const double tilt : {0.0, 0.01, 0.3}) {
    for (const double angle : {0.0, 1.5707963267948966, 0.7853981633974483, 3.141592653589793}) {
      Vector row(3);
      row << std::cos(angle), std::sin(angle), 0;
      row *= std::sqrt(1 - tilt * tilt);
      row[2] = tilt;
      rows.push_back(row);
    }
  }
  return rows;
}

struct Distances {
  double l1 = 0, l2 = 0, linf = 0;
};

/// How far apart the gradients of two records can be at a point, over all pairs of the rows and
/// labels.
Distances largest_distances(const Vector& point, Index classes) {
  std::vector<std::pair<Vector, int>> records;
  for (const Vector& row : extreme_rows()) {
    for (int label = 0; label < classes; ++label) records.emplace_back(row, label);
  }
  const DenseData data = records_of(records);
  const SoftmaxRisk risk(data, kUnitBall, std::nullopt, classes);
  std::vector<Vector> gradients;
  for (const Index i : all_of(risk)) gradients.push_back(batch_answer(risk, {i}, point).gradient);
  Distances out;
  for (const Vector& a : gradients) {
    for (const Vector& b : gradients) {
      const Vector apart = a - b;
      out.l1 = std::max(out.l1, apart.lpNorm<1>());
      out.l2 = std::max(out.l2, apart.norm());
      out.linf = std::max(out.linf, apart.lpNorm<Eigen::Infinity>());
    }
  }
  return out;
}

/// Where the third coordinate decides for class 0, whatever the others are.
Vector decided_point(Index classes, double score) {
  Vector point = Vector::Zero(3 * classes);
  point[2] = score;
  return point;
}

TEST(SoftmaxSensitivity, IsNeverExceededAndNearlyAttained) {
  for (const Index classes : {2, 3, 10}) {
    const DenseData data = drawn_data(2, 3, classes);
    const SoftmaxRisk risk(data, kUnitBall, std::nullopt, classes);
    const GradientBounds bounds = risk.gradient_bounds();
    EXPECT_NEAR(bounds.l2, 2 * std::sqrt(2.0), 1e-11);
    std::vector<Vector> points{decided_point(classes, 1e4), decided_point(classes, 0)};
    for (std::uint64_t k = 0; k < 30; ++k) points.push_back(drawn_point(3 * classes, 30, k));
    Distances most;
    for (const Vector& point : points) {
      const Distances here = largest_distances(point, classes);
      EXPECT_LE(here.l1, bounds.l1);
      EXPECT_LE(here.l2, bounds.l2);
      EXPECT_LE(here.linf, bounds.linf);
      most.l2 = std::max(most.l2, here.l2);
    }
    // Opposite rows of tilt 0.01 that are both sure of class 0 and labelled 1: within 1 - 0.01^2.
    EXPECT_GE(most.l2, 0.9999 * bounds.l2);
  }
}

TEST(SoftmaxSensitivity, AtOnePointBoundsWhatItReadsThere) {
  FeatureBounds bounds = kUnitBall;
  bounds.l1 = std::sqrt(2.0) + 0.3;  // of the extreme rows
  for (const Index classes : {2, 3, 10}) {
    const DenseData data = drawn_data(2, 3, classes);
    const SoftmaxRisk risk(data, bounds, std::nullopt, classes);
    for (std::uint64_t k = 0; k < 30; ++k) {
      const Vector point = drawn_point(3 * classes, 0.1 * static_cast<double>(k), k);
      const double here = risk.l1_sensitivity_at(point);
      EXPECT_LE(largest_distances(point, classes).l1, here);
      EXPECT_LE(here, risk.gradient_bounds().l1);
    }
    // At 0 all classes are alike: 4 R (1 - 1 / K), attained by rows of different coordinates.
    const double at_zero = risk.l1_sensitivity_at(Vector::Zero(3 * classes));
    EXPECT_NEAR(at_zero, 4 * bounds.l1 * (1 - 1 / double(classes)), 1e-10);
    const DenseData apart =
        records_of({{bounds.l1 * Vector::Unit(3, 0), 0}, {bounds.l1 * Vector::Unit(3, 1), 0}});
    const SoftmaxRisk pair(apart, bounds, std::nullopt, classes);
    const Vector zero = Vector::Zero(3 * classes);
    const Vector distance =
        batch_answer(pair, {0}, zero).gradient - batch_answer(pair, {1}, zero).gradient;
    EXPECT_NEAR(distance.lpNorm<1>(), at_zero, 1e-10);
  }
  EXPECT_EQ(
      SoftmaxRisk(drawn_data(2, 3, 3), {}, std::nullopt, 3).l1_sensitivity_at(Vector::Zero(9)),
      kInfinity);
}

TEST(SoftmaxSensitivity, BoundsOneRecordsGradientAndItsChange) {
  constexpr Index kClasses = 3;
  const Vector row = Vector::Unit(3, 0);
  const DenseData data = records_of({{row, 1}});
  const SoftmaxRisk risk(data, kUnitBall, std::nullopt, kClasses);
  const RegionBounds bounds = risk.bounds_within(1);
  EXPECT_NEAR(bounds.record_gradient, std::sqrt(2.0), 1e-11);
  EXPECT_EQ(bounds.record_smoothness, 0.5);
  // Two classes of probability 1/2 each: the third one is far below.
  Vector point = Vector::Zero(9);
  point[6] = -1000;
  Vector step = Vector::Zero(9);
  step[0] = 1e-6, step[3] = -1e-6;
  const auto change = [&](const Vector& from) {
    return batch_answer(risk, {0}, from + step, &from).gradient.norm() / step.norm();
  };
  EXPECT_NEAR(change(point), 0.5, 1e-9);
  for (std::uint64_t k = 0; k < 30; ++k) EXPECT_LE(change(drawn_point(9, 5, k)), 0.5 + 1e-9);
}

TEST(SoftmaxSensitivity, BoundsHowFarOneRecordsGradientsAtAnyTwoPointsDiffer) {
  constexpr Index kClasses = 3;
  const DenseData data = records_of({{Vector::Unit(3, 2), 1}});
  const SoftmaxRisk risk(data, kUnitBall, std::nullopt, kClasses);
  const double bound = risk.bounds_within(1).record_change;
  EXPECT_NEAR(bound, std::sqrt(2.0), 1e-11);
  const auto gradient = [&](const Vector& point) {
    return batch_answer(risk, {0}, point).gradient;
  };
  const Vector sure = decided_point(kClasses, 1e4);
  double most = 0;
  for (std::uint64_t k = 0; k < 30; ++k) {
    most = std::max(most, (gradient(drawn_point(9, 30, k)) - gradient(sure)).norm());
  }
  EXPECT_LE(most, bound);
  EXPECT_GT(most, 0.9 * bound);
  // The clipped gradients at two points may differ by nearly twice the bound.
  const GradientClip clip{.norm = GradientClip::Norm::l2, .bound = 1};
  EXPECT_EQ(SoftmaxRisk(data, kUnitBall, clip, kClasses).bounds_within(1).record_change, kInfinity);
}

TEST(SoftmaxLoss, IsNowhereAboveItsBound) {
  EXPECT_NEAR(largest_softmax_loss(kUnitBall, Vector::Zero(30), 10), std::log(10.0), 1e-15);
  for (std::uint64_t k = 0; k < 20; ++k) {
    const Vector point = drawn_point(9, 2, k);
    const double bound = largest_softmax_loss(kUnitBall, point, 3);
    for (const Vector& row : extreme_rows()) {
      for (int label = 0; label < 3; ++label) {
        const DenseData data = records_of({{row, label}});
        EXPECT_LE(full_pass(SoftmaxRisk(data, kUnitBall, std::nullopt, 3), point).value, bound);
      }
    }
  }
  EXPECT_EQ(largest_softmax_loss({}, Vector::Ones(6) * 3 + Vector::Unit(6, 0), 3), kInfinity);
  EXPECT_NEAR(largest_softmax_loss({}, Vector::Ones(6), 3), std::log(3.0), 1e-15);
}

// ---- blocks of rows ---------------------------------------------------------------------------

TEST(RowBlock, AddsTermsOneAfterTheOther) {
  constexpr Index kFeatures = 11, kClasses = 3;
  Stream stream = draws(7);
  for (const Index count : {1, 8, 13, 64}) {
    math::RowBlock block(kFeatures, count);
    std::vector<std::vector<double>> rows;
    for (Index i = 0; i < count; ++i) {
      const std::span<double> row = block.append();
      for (double& value : row) value = uniform(stream) - 0.5;
      rows.emplace_back(row.begin(), row.end());
    }
    const Vector weights = drawn_point(kFeatures * kClasses, 1);
    std::vector<double> scores(static_cast<std::size_t>(kClasses * block.capacity()));
    std::vector<double> sums(static_cast<std::size_t>(kClasses * block.stride()));
    block.scores(weights.data(), kClasses, scores.data());
    block.add_weighted_rows(scores.data(), kClasses, sums.data());
    for (Index k = 0; k < kClasses; ++k) {
      std::vector<double> expected(kFeatures);
      for (Index i = 0; i < count; ++i) {
        double score = 0;
        const auto& row = rows[static_cast<std::size_t>(i)];
        for (Index j = 0; j < kFeatures; ++j) {
          score += weights[k * kFeatures + j] * row[static_cast<std::size_t>(j)];
        }
        EXPECT_EQ(scores[static_cast<std::size_t>(k * block.capacity() + i)], score);
        for (std::size_t j = 0; j < expected.size(); ++j) expected[j] += score * row[j];
      }
      for (std::size_t j = 0; j < expected.size(); ++j) {
        EXPECT_EQ(sums[static_cast<std::size_t>(k * block.stride()) + j], expected[j]);
      }
    }
  }
}

}  // namespace
}  // namespace noisy::testing
