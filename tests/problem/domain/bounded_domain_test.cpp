// What a bounded domain and clipping do to the bounds of an empirical risk.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/problem/risk/empirical_risk.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

constexpr FeatureBounds kBounds{
    .l1 = 1.5, .l2 = 1, .linf = 0.9, .target_lower = -2, .target_upper = 1};

/// Corners: rows along an axis with both signs and both extreme targets.
std::unique_ptr<DenseData> corner_records() {
  return dense_records({{0.9, 0}, {-0.9, 0}, {0.6, 0.8}, {-0.6, -0.8}}, {-2, 1, -2, 1});
}

Vector record_gradient(const FiniteSum& risk, Index record, const Vector& x) {
  Vector out(x.size());
  BatchScratch scratch;
  risk.answer_batch({&record, 1}, {.point = &x, .gradient = &out, .value = nullptr}, scratch);
  return out;
}

Vector clipped_shares(const FiniteSum& risk, const std::vector<Vector>& points, int threads) {
  std::vector<double> shares(points.size(), -1);
  std::vector<PointQuery> queries;
  for (std::size_t i = 0; i < points.size(); ++i) {
    queries.push_back({.point = &points[i], .gradient = nullptr, .value = &shares[i]});
  }
  ThreadPool pool(threads);
  const auto pass = risk.begin_clip_pass(queries);
  while (!pass->advance(pool, Deadline::after_seconds(0))) {
  }
  return Eigen::Map<Vector>(shares.data(), std::ssize(shares));
}

TEST(BoundedDomain, GivesTheSquaredLossItsLipschitzConstant) {
  // G = A (A R + |y|max), section 1.3.
  const auto data = corner_records();
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 3};
  const EmpiricalRisk risk(*data, kBounds, squared_loss(), std::nullopt, ball);
  EXPECT_NEAR(risk.gradient_bounds().l2, 2 * (1 * 3.0 + 2), 1e-10);
  EXPECT_NEAR(risk.gradient_bounds().l1, 2 * 1.5 * (1 * 3.0 + 2), 1e-10);
}

TEST(BoundedDomain, CornersAttainTheSensitivity) {
  // u = (0.6, 0.8) at x = 3 u with y = -2: the gradient is (3 + 2) u; the opposite record's at the
  // same x, with target 1, is (-3 - 1)(-u) = 4 u, and with y = 2 it would be -(3 + 2)(-u).
  const auto data = dense_records({{0.6, 0.8}, {-0.6, -0.8}}, {-2, 2});
  FeatureBounds bounds = kBounds;
  bounds.target_upper = 2;
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 3};
  const EmpiricalRisk risk(*data, bounds, squared_loss(), std::nullopt, ball);
  const Vector x = 3 * Vector{{0.6, 0.8}};
  EXPECT_NEAR(record_gradient(risk, 0, x).norm(), risk.gradient_bounds().l2 / 2, 1e-10);
}

TEST(BoundedDomain, NoRecordExceedsHalfTheSensitivityInside) {
  Numbers01 random(3);
  for (const Domain::Kind kind :
       {Domain::Kind::l2_ball, Domain::Kind::l1_ball, Domain::Kind::linf_ball}) {
    const Domain domain{.kind = kind, .radius = 2};
    for (const LinearLoss& loss : {squared_loss(), polyak_example_loss()}) {
      const auto data = corner_records();
      const EmpiricalRisk risk(*data, kBounds, loss, std::nullopt, domain);
      for (int trial = 0; trial < 200; ++trial) {
        Vector x{{random(-4, 4), random(-4, 4)}};
        domain.project(x);
        ASSERT_TRUE(risk.is_allowed(x));
        for (Index i = 0; i < 4; ++i) {
          const Vector gradient = record_gradient(risk, i, x);
          EXPECT_LE(gradient.norm(), risk.gradient_bounds().l2 / 2);
          EXPECT_LE(gradient.lpNorm<1>(), risk.gradient_bounds().l1 / 2);
        }
      }
    }
  }
}

TEST(BoundedDomain, PointsOutsideAreNotAllowedWhereTheBoundRestsOnIt) {
  const auto data = corner_records();
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1};
  const Vector inside{{0.6, 0.8}};
  const Vector outside{{0.6, 0.81}};
  const EmpiricalRisk squared(*data, kBounds, squared_loss(), std::nullopt, ball);
  EXPECT_TRUE(squared.is_allowed(inside));
  EXPECT_FALSE(squared.is_allowed(outside));
  const EmpiricalRisk clipped(*data, kBounds, squared_loss(), GradientClip{.bound = 1}, ball);
  EXPECT_TRUE(clipped.is_allowed(outside));
  EXPECT_DOUBLE_EQ(clipped.gradient_bounds().l2, 2);
  const EmpiricalRisk huber(*data, kBounds, huber_loss(1), std::nullopt, ball);
  EXPECT_TRUE(huber.is_allowed(outside));
  EXPECT_DOUBLE_EQ(huber.gradient_bounds().l2, 2);
}

TEST(BoundedDomain, AnUnboundedOneBoundsNothing) {
  const auto data = corner_records();
  const Domain orthant{.kind = Domain::Kind::nonnegative};
  const EmpiricalRisk risk(*data, kBounds, squared_loss(), std::nullopt, orthant);
  EXPECT_TRUE(std::isinf(risk.gradient_bounds().l2));
}

TEST(ClipCount, IsTheShareOfRecordsWhoseGradientIsLonger) {
  Numbers01 random(4);
  std::vector<naive::Numbers> rows;
  naive::Numbers targets;
  for (int i = 0; i < 777; ++i) {
    rows.push_back({random(-1, 1), random(-1, 1), random(-1, 1)});
    targets.push_back(random(-1, 1));
  }
  const auto data = dense_records(rows, targets);
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    const EmpiricalRisk risk(*data, {}, squared_loss(), GradientClip{norm, 0.8});
    const EmpiricalRisk exact(*data, {}, squared_loss());
    std::vector<Vector> points;
    for (int i = 0; i < 5; ++i) points.push_back(Vector::Constant(3, 0.4 * i));
    const Vector shares = clipped_shares(risk, points, 2);
    for (std::size_t p = 0; p < points.size(); ++p) {
      int longer = 0;
      for (Index i = 0; i < 777; ++i) {
        const Vector gradient = record_gradient(exact, i, points[p]);
        longer += (norm == GradientClip::Norm::l1 ? gradient.lpNorm<1>() : gradient.norm()) > 0.8;
      }
      EXPECT_DOUBLE_EQ(shares[static_cast<Index>(p)], longer / 777.0);
    }
    EXPECT_GT(shares[4], shares[0]);
    EXPECT_EQ(exact.begin_clip_pass({}), nullptr);
  }
}

}  // namespace
}  // namespace noisy::testing
