#include "engine/problem/saddle/saddle_risk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/problem/saddle/moment_equations.h"
#include "tests/algorithm/settings.h"
#include "tests/problem/risk/pass_answer.h"

namespace noisy::testing {
namespace {

constexpr double kRadius = 1.5;
constexpr Index kFeatures = 3;

FeatureBounds record_bounds() {
  FeatureBounds bounds = with_implied_bounds({.l2 = 0.8}, kFeatures);
  bounds.target_lower = -0.5;
  bounds.target_upper = 0.25;
  return bounds;
}

std::shared_ptr<const SaddleLoss> moment_loss() {
  return std::make_shared<MomentEquations>(kRadius);
}

/// As long as the bounds allow, or shorter.
SaddleRecord random_record(Numbers01& random, Vector& row) {
  row.resize(kFeatures);
  for (double& value : row) value = random(-1, 1);
  row *= (random(0, 1) < 0.5 ? 0.8 : random(0, 0.8)) / row.norm();
  const double target = random(0, 1) < 0.5 ? -0.5 : random(-0.5, 0.25);
  return {.features = {row.data(), static_cast<std::size_t>(row.size())}, .target = target};
}

/// In the domain, half of the time on its border.
Vector random_member(Numbers01& random, const Domain& domain) {
  Vector z(2 * kFeatures);
  const double reach = random(0, 1) < 0.5 ? 10 : 1;
  for (double& value : z) value = random(-reach, reach);
  domain.project(z);
  return z;
}

DenseData random_records(Index samples, DataLayout layout) {
  Numbers01 random(11);
  auto data = *DenseData::allocate({.samples = samples, .features = kFeatures, .layout = layout});
  Vector row;
  for (Index i = 0; i < samples; ++i) {
    const SaddleRecord record = random_record(random, row);
    data.set_row(i, record.features);
    data.targets()[static_cast<std::size_t>(i)] = record.target;
  }
  return data;
}

Vector operator_of(const SaddleLoss& loss, const SaddleRecord& record, const Vector& z) {
  Vector out(z.size());
  loss.operator_at(record, z, out);
  return out;
}

TEST(MomentEquations, TheOperatorDescendsInXAndAscendsInY) {
  Numbers01 random(1);
  const MomentEquations loss(kRadius);
  Vector row;
  for (int trial = 0; trial < 20; ++trial) {
    const SaddleRecord record = random_record(random, row);
    const Vector z = random_member(random, product_domain(loss, kFeatures));
    const Vector a = operator_of(loss, record, z);
    for (Index j = 0; j < z.size(); ++j) {
      Vector above = z, below = z;
      above[j] += 1e-5;
      below[j] -= 1e-5;
      const double slope = (loss.value(record, above) - loss.value(record, below)) / 2e-5;
      EXPECT_NEAR(a[j], j < kFeatures ? slope : -slope, 1e-9);
    }
  }
}

TEST(MomentEquations, TheOperatorIsMonotoneAndAsSmoothAsItSays) {
  Numbers01 random(2);
  const MomentEquations loss(kRadius);
  const SaddleBounds bounds = loss.bounds(record_bounds(), kFeatures);
  const Domain domain = product_domain(loss, kFeatures);
  Vector row;
  double steepest = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const SaddleRecord record = random_record(random, row);
    const Vector z = random_member(random, domain), w = random_member(random, domain);
    const Vector change = operator_of(loss, record, z) - operator_of(loss, record, w);
    EXPECT_GE(change.dot(z - w), -1e-12);
    EXPECT_LE(change.norm(), bounds.smoothness.joint * (z - w).norm() * (1 + 1e-12));
    steepest = std::max(steepest, change.norm() / (z - w).norm());
  }
  EXPECT_GT(steepest, 0.9 * bounds.smoothness.joint);
}

TEST(SaddleRisk, NoTwoRecordsAreFurtherApartThanTheSensitivity) {
  Numbers01 random(3);
  const auto loss = moment_loss();
  const AbsentRecords none{.samples = 1, .features = kFeatures};
  const auto risk = make_absent_saddle_risk(loss, none, record_bounds());
  const GradientBounds apart = risk->gradient_bounds();
  const SaddleBounds& bounds = *risk->saddle();
  Vector first, second;
  double longest = 0, in_x = 0, in_y = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    const Vector z = random_member(random, risk->domain());
    ASSERT_TRUE(risk->is_allowed(z));
    const Vector a = operator_of(*loss, random_record(random, first), z);
    const Vector b = operator_of(*loss, random_record(random, second), z);
    const Vector change = a - b;
    EXPECT_LE(change.norm(), apart.l2);
    EXPECT_LE(change.lpNorm<1>(), apart.l1);
    EXPECT_LE(change.lpNorm<Eigen::Infinity>(), apart.linf);
    EXPECT_LE(a.norm(), bounds.lipschitz);
    longest = std::max(longest, a.norm());
    in_x = std::max(in_x, change.head(kFeatures).norm());
    in_y = std::max(in_y, change.tail(kFeatures).norm());
  }
  EXPECT_LE(in_x, bounds.primal_difference);
  EXPECT_LE(in_y, bounds.dual_difference);
  EXPECT_GT(in_x, 0.8 * bounds.primal_difference);
  EXPECT_GT(in_y, 0.6 * bounds.dual_difference);
  EXPECT_GT(longest, 0.7 * bounds.lipschitz);
  EXPECT_LT(apart.l2, 2 * bounds.lipschitz);
  EXPECT_EQ(risk->bounds_within(0.1).gradient_l2, apart.l2);
  EXPECT_EQ(risk->bounds_within(0.1).record_gradient, bounds.lipschitz);
  EXPECT_EQ(risk->bounds_within(0.1).record_smoothness, bounds.smoothness.joint);
}

TEST(SaddleRisk, TwoRecordsAttainTheDifferenceInX) {
  const auto loss = moment_loss();
  const Vector z{{0, 0, 0, 1, 1, 1}};
  const Vector along = 0.8 / std::sqrt(3.0) * Vector{{1, 1, 1}};
  const Vector across = 0.8 / std::sqrt(2.0) * Vector{{1, -1, 0}};
  const auto at = [&](const Vector& u) {
    return operator_of(*loss, {.features = {u.data(), 3}, .target = 0}, z);
  };
  const double apart = (at(along) - at(across)).head(3).norm();
  EXPECT_NEAR(apart, loss->bounds(record_bounds(), kFeatures).primal_difference, 1e-14);
}

TEST(SaddleRisk, BoundsCoverPointsThatRoundingPutsOutside) {
  const auto loss = moment_loss();
  const auto risk =
      make_absent_saddle_risk(loss, {.samples = 1, .features = kFeatures}, record_bounds());
  const SaddleBounds inside = loss->bounds(record_bounds(), kFeatures);
  const Vector z{{kRadius * (1 + 5e-13), 0, 0, 1 + 5e-13, -1, 1}};
  EXPECT_TRUE(risk->is_allowed(z));
  EXPECT_FALSE(risk->is_allowed(Vector{{kRadius * (1 + 1e-11), 0, 0, 1, -1, 1}}));
  EXPECT_FALSE(risk->is_allowed(Vector{{0, 0, 0, 1 + 1e-11, -1, 1}}));
  EXPECT_GT(risk->saddle()->lipschitz, inside.lipschitz + 1e-12);
  EXPECT_LT(risk->saddle()->lipschitz, inside.lipschitz * (1 + 1e-10));
  EXPECT_LT(risk->gradient_bounds().l2,
            (1 + 1e-10) * std::hypot(inside.primal_difference, inside.dual_difference));
}

TEST(SaddleRisk, APassIsTheMeanOfItsRecordsWithTheSameBitsOnAllThreads) {
  Numbers01 random(5);
  const DenseData rows = random_records(1500, DataLayout::rows);
  const DenseData panels = random_records(1500, DataLayout::panels);
  const auto loss = moment_loss();
  const SaddleRisk risk(loss, rows, record_bounds()), same(loss, panels, record_bounds());
  const Vector z = random_member(random, risk.domain()),
               anchor = random_member(random, risk.domain());
  Vector mean = Vector::Zero(6), there = Vector::Zero(6);
  double value = 0;
  for (Index i = 0; i < rows.samples(); ++i) {
    const SaddleRecord record{.features = {rows.row(i), 3},
                              .target = rows.targets()[static_cast<std::size_t>(i)]};
    mean += operator_of(*loss, record, z) / 1500;
    there += operator_of(*loss, record, anchor) / 1500;
    value += loss->value(record, z) / 1500;
  }
  for (const int threads : {1, 3}) {
    for (const SaddleRisk* one : {&risk, &same}) {
      const PassAnswer all = full_pass(*one, z, nullptr, threads);
      EXPECT_LT((all.gradient - mean).norm(), 1e-15);
      EXPECT_NEAR(all.value, value, 1e-15);
      EXPECT_EQ(all.gradient, full_pass(risk, z).gradient);
      EXPECT_EQ(all.value, full_pass(risk, z).value);
      const PassAnswer difference = full_pass(*one, z, &anchor, threads);
      EXPECT_LT((difference.gradient - (mean - there)).norm(), 1e-15);
    }
  }
}

TEST(SaddleRisk, BatchesAndPartsAreMeansOfTheirRecords) {
  Numbers01 random(6);
  const DenseData data = random_records(40, DataLayout::panels);
  const SaddleRisk risk(moment_loss(), data, record_bounds());
  const Vector z = random_member(random, risk.domain());
  const std::vector<Index> records = {7, 8, 9};
  const PassAnswer batch = batch_answer(risk, records, z);
  const auto part = risk.part(7, 3);
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->samples(), 3);
  EXPECT_EQ(full_pass(*part, z).gradient, batch.gradient);
  EXPECT_EQ(full_pass(*part, z).value, batch.value);
  EXPECT_EQ(part->gradient_bounds().l2, risk.gradient_bounds().l2);
  EXPECT_EQ(part->saddle()->lipschitz, risk.saddle()->lipschitz);
  EXPECT_NE(batch.gradient, batch_answer(risk, {7, 8, 10}, z).gradient);
}

TEST(SaddleRisk, WithoutRecordsItKnowsTheSameOfThem) {
  const DenseData data = random_records(40, DataLayout::rows);
  const SaddleRisk risk(moment_loss(), data, record_bounds());
  const auto absent = make_absent_saddle_risk(moment_loss(), {.samples = 40, .features = kFeatures},
                                              record_bounds());
  EXPECT_EQ(absent->samples(), 40);
  EXPECT_EQ(absent->dimension(), 6);
  EXPECT_EQ(absent->gradient_bounds().l1, risk.gradient_bounds().l1);
  EXPECT_EQ(absent->summation_error(40), risk.summation_error(40));
  EXPECT_TRUE(std::isnan(full_pass(*absent, Vector::Zero(6)).value));
}

TEST(SaddleRisk, RoundingStaysBelowWhatItSays) {
  Numbers01 random(7);
  const Index samples = 2000;
  const DenseData data = random_records(samples, DataLayout::rows);
  const SaddleRisk risk(moment_loss(), data, record_bounds());
  const double most_l2 = risk.summation_error(samples) * risk.gradient_bounds().l2 / 2;
  const double most_l1 = risk.summation_error(samples) * risk.gradient_bounds().l1 / 2;
  using Wide = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
  for (int trial = 0; trial < 5; ++trial) {
    const Vector z = random_member(random, risk.domain());
    const Wide x = z.head(3).cast<long double>(), y = z.tail(3).cast<long double>();
    Wide exact = Wide::Zero(6);
    for (Index i = 0; i < samples; ++i) {
      const Wide u = Eigen::Map<const Vector>(data.row(i), 3).cast<long double>();
      const long double residual =
          u.dot(x) - static_cast<long double>(data.targets()[static_cast<std::size_t>(i)]);
      exact.head(3) += u.dot(y) * u / samples;
      exact.tail(3) -= residual * u / samples;
    }
    const Wide error = full_pass(risk, z).gradient.cast<long double>() - exact;
    EXPECT_LE(static_cast<double>(error.norm()), most_l2);
    EXPECT_LE(static_cast<double>(error.lpNorm<1>()), most_l1);
  }
  const SaddleRisk unbounded(moment_loss(), data, {});
  EXPECT_TRUE(std::isinf(unbounded.summation_error(samples)));
  EXPECT_TRUE(std::isinf(unbounded.gradient_bounds().l2));
}

}  // namespace
}  // namespace noisy::testing
