// How long one record's gradient can be, which is what is gone where the record is zeroed out:
// never longer than stated, reached by some record, and not always half of what two records'
// gradients can be apart.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "engine/problem/risk/mean_estimation.h"
#include "engine/solver/lifted_sum.h"
#include "tests/problem/gallery/gallery_problems.h"

namespace noisy::testing {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();
constexpr GradientClip kShort{.norm = GradientClip::Norm::l2, .bound = 0.3};
constexpr GradientClip kShortInL1{.norm = GradientClip::Norm::l1, .bound = 0.3};

Vector gradient_of(const FiniteSum& sum, Index record, const Vector& point) {
  Vector out(sum.dimension());
  BatchScratch scratch;
  sum.answer_batch({&record, 1}, {.point = &point, .gradient = &out}, scratch);
  return out;
}

/// The longest gradient of any record at random points within the radius and at its end.
double longest_gradient(const FiniteSum& sum, double radius) {
  Numbers01 random(11);
  double longest = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Vector point = random_point(random, sum.dimension(), radius);
    if (trial % 3 == 0) point *= radius / point.norm() * (1 - 1e-12);
    for (Index record = 0; record < std::min<Index>(sum.samples(), 60); ++record) {
      longest = std::max(longest, gradient_of(sum, record, point).norm());
    }
  }
  return longest;
}

void expect_longest(const FiniteSum& sum, double radius, double attained) {
  const double bound = sum.bounds_within(radius).record_gradient;
  const double longest = longest_gradient(sum, radius);
  EXPECT_LE(longest, bound);
  EXPECT_GE(longest, attained * bound);
}

/// Rows on a circle of this radius, rounded inwards, with targets of 1 and -1.
std::unique_ptr<DenseData> circle(double outer) {
  const double radius = outer * (1 - 1e-14);
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (int i = 0; i < 24; ++i) {
    const double angle = i * M_PI / 12;
    rows.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    targets.push_back(i % 2 == 0 ? 1 : -1);
  }
  return dense_records(rows, targets);
}

constexpr double kRow = 1.5;
const FeatureBounds kBounds = {
    .l1 = kRow * M_SQRT2, .l2 = kRow, .linf = kRow, .target_lower = -1, .target_upper = 1};

TEST(RecordGradient, OfALinearModelIsTheSteepestSlopeTimesTheLongestRow) {
  const auto rows = circle(kRow);
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 2};
  {
    SCOPED_TRACE("logistic");
    const EmpiricalRisk risk(*rows, kBounds, logistic_loss());
    expect_longest(risk, 40, 0.99);
    EXPECT_EQ(risk.bounds_within(1).record_gradient, kRow);
  }
  {
    SCOPED_TRACE("squared in a ball");
    expect_longest(EmpiricalRisk(*rows, kBounds, squared_loss(), std::nullopt, ball), 2, 0.98);
  }
  {
    SCOPED_TRACE("clipped");
    expect_longest(EmpiricalRisk(*rows, kBounds, logistic_loss(), kShort), 4, 0.99);
    expect_longest(EmpiricalRisk(*rows, kBounds, logistic_loss(), kShortInL1), 4, 0.99);
  }
  const EmpiricalRisk unbounded(*rows, kBounds, squared_loss());
  EXPECT_EQ(unbounded.bounds_within(kEverywhere).record_gradient, kEverywhere);
}

TEST(RecordGradient, OfMeanEstimationHasWhatCancelsBetweenTwoRecords) {
  const auto rows = circle(kRow);
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 2};
  const MeanEstimationRisk risk(*rows, kBounds, ball);
  expect_longest(risk, 2, 0.98);
  expect_longest(risk, 0.5, 0.98);
  const RegionBounds whole = risk.bounds_within(kEverywhere);
  EXPECT_NEAR(whole.record_gradient, 2 + kRow, 1e-10);
  EXPECT_LT(whole.gradient_l2 / 2, longest_gradient(risk, 2)) << "half of S_2 is no bound";
  EXPECT_EQ(MeanEstimationRisk(*rows, kBounds, {}).bounds_within(kEverywhere).record_gradient,
            kEverywhere);
  EXPECT_NEAR(MeanEstimationRisk(*rows, kBounds, {}).bounds_within(3).record_gradient, 3 + kRow,
              1e-10);
  for (const GradientClip& clip : {kShort, kShortInL1}) {
    const MeanEstimationRisk clipped(*rows, kBounds, {}, clip);
    EXPECT_EQ(clipped.bounds_within(kEverywhere).record_gradient, 0.3);
    expect_longest(clipped, 2, 0.99);
  }
}

TEST(RecordGradient, OfTheGalleryIsAsLongAsItsRecordsGet) {
  for (const GalleryCase& problem : gallery_cases()) {
    SCOPED_TRACE(problem.name);
    const GalleryRisk risk(problem);
    expect_longest(risk.risk, problem.radius, 0.6 * problem.attained);
    expect_longest(risk.risk, problem.radius / 2, 0);
    const GalleryRisk clipped(problem, kShort);
    EXPECT_LE(clipped.risk.bounds_within(problem.radius).record_gradient, 0.3);
    EXPECT_LE(longest_gradient(clipped.risk, problem.radius), 0.3);
  }
}

TEST(RecordGradient, IsUnknownWhereNobodyHasDerivedIt) {
  const auto quadratic =
      LinearQuadraticRisk::create(Eigen::MatrixXd::Identity(2, 2), Eigen::MatrixXd::Ones(2, 3), 1);
  ASSERT_TRUE(quadratic);
  EXPECT_TRUE(std::isfinite(quadratic->gradient_bounds().l2));
  EXPECT_EQ(quadratic->bounds_within(1).record_gradient, kEverywhere);
  const LiftedSum lifted(*quadratic, Eigen::MatrixXd::Identity(2, 2));
  EXPECT_EQ(lifted.bounds_within(1).record_gradient, kEverywhere);
}

}  // namespace
}  // namespace noisy::testing
