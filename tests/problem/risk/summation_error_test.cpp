#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/math/double_double.h"
#include "engine/math/row_pass.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr FeatureBounds kBounds{.l1 = 1, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};

Vector mean_gradient(const EmpiricalRisk& risk, const Vector& point) {
  Vector gradient(risk.dimension());
  const PointQuery query{.point = &point, .gradient = &gradient, .value = nullptr};
  ThreadPool pool(1);
  const auto pass = risk.begin_pass({&query, 1});
  while (!pass->advance(pool, Deadline::never())) {
  }
  return gradient;
}

// At the origin the logistic slope is exactly -y/2, so every record's gradient is exact and all the
// error is the sum's.
TEST(SummationError, BoundsTheErrorOfComputedMeans) {
  double largest_share = 0;
  for (const Index samples : {1, 9, 255, 257, 5000, 200'000}) {
    DenseData data = DenseData::allocate({.samples = samples, .features = 1}).value();
    Stream draws = StreamFactory::synthetic_data(8, "summation-error")
                       .stream(StreamPurpose::data, static_cast<std::uint64_t>(samples));
    math::DoubleDouble sum;
    double sizes = 0;
    for (Index i = 0; i < samples; ++i) {
      // Sizes of many magnitudes, all of one sign: the worst case for sums in a fixed order.
      const double value = i == 0 ? 1.0 : uniform(draws) * 0x1p-3;
      data.set_feature(i, 0, value);
      data.targets()[static_cast<std::size_t>(i)] = -1;
      sum = sum + value / 2;
      sizes += value / 2;
    }
    const EmpiricalRisk risk(data, kBounds, logistic_loss());
    const double computed = mean_gradient(risk, Vector::Zero(1))[0];
    const double n = static_cast<double>(samples);
    const double error = std::fabs((sum.high - computed * n + sum.low) / n);
    const double bound = math::mean_rounding_error(samples) * sizes / n;
    EXPECT_LE(error, bound) << samples;
    largest_share = std::max(largest_share, error / bound);
  }
  EXPECT_GT(largest_share, 1e-3);  // the bound is no astronomic one
}

TEST(SummationError, IsInfiniteWhereMarginsMayOverflow) {
  DenseData data = DenseData::allocate({.samples = 3, .features = 2}).value();
  FeatureBounds bounds = kBounds;
  EXPECT_EQ(EmpiricalRisk(data, bounds, logistic_loss()).summation_error(3),
            math::mean_rounding_error(3));
  bounds.l1 = 1e200;
  EXPECT_TRUE(std::isinf(EmpiricalRisk(data, bounds, logistic_loss()).summation_error(3)));
  EXPECT_TRUE(std::isinf(EmpiricalRisk(data, {}, squared_loss()).summation_error(3)));
  const GradientClip clip{.norm = GradientClip::Norm::l2, .bound = 1};
  EXPECT_EQ(EmpiricalRisk(data, {}, squared_loss(), clip).summation_error(3),
            math::mean_rounding_error(3));
}

// Rows whose margin overflows, whose squares overflow or vanish: no record exceeds the clip bound,
// and none makes the mean NaN.
TEST(GradientClip, HoldsForRecordsAtTheEdgesOfTheRangeOfDoubles) {
  const double rows[][3] = {{1e308, 1e308, 0},  {1e200, -1e200, 1},   {1e-170, 1e-170, 1e300},
                            {1e-310, 0, 1e307}, {5e-324, 5e-324, -1}, {0, 0, 1e308},
                            {3, 4, -1e308}};
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    for (const auto& row : rows) {
      DenseData data = DenseData::allocate({.samples = 1, .features = 2}).value();
      data.set_feature(0, 0, row[0]);
      data.set_feature(0, 1, row[1]);
      data.targets()[0] = row[2];
      const EmpiricalRisk risk(data, {}, squared_loss(), GradientClip{norm, 0.5});
      for (const Vector& point : {Vector{{0.0, 0.0}}, Vector{{10.0, -10.0}}, Vector{{1e9, 3.0}}}) {
        const Vector gradient = mean_gradient(risk, point);
        const double length =
            norm == GradientClip::Norm::l1 ? gradient.lpNorm<1>() : gradient.norm();
        EXPECT_LE(length, 0.5) << row[0] << " " << row[1] << " " << row[2];
      }
    }
  }
}

}  // namespace
}  // namespace noisy
