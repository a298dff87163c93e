#include "engine/privacy/release/hardened.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/double_double.h"
#include "engine/math/row_pass.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

GridQuery query(Index dimension, Index batch_size, double grid) {
  return {.dimension = dimension,
          .batch_size = batch_size,
          .summation_error = math::mean_rounding_error(batch_size),
          .grid = grid};
}

TEST(HardenedNoise, CostsItsBudgetAtMostAndNearly) {
  for (const Index dimension : {1, 20, 1000}) {
    for (const Index batch_size : {1, 100, 1'000'000}) {
      for (const double budget : {1e-3, 0.1, 5.0}) {
        const double floating = 40 / (static_cast<double>(batch_size) * budget);
        const GridQuery laplace = query(dimension, batch_size, choose_grid(floating, 40));
        const double scale = hardened_laplace_scale(laplace, 40, budget).value();
        const double epsilon = hardened_laplace_epsilon(laplace, 40, scale);
        EXPECT_LE(epsilon, budget);
        EXPECT_GE(epsilon, budget * (1 - 1e-11));
        EXPECT_GE(scale, floating);
        // The grid's loss and that of the sums, relative to S / m.
        const double loss =
            static_cast<double>(batch_size) *
            (static_cast<double>(dimension) * laplace.grid / 40 + laplace.summation_error);
        EXPECT_LE(scale, floating * (1 + loss + 1e-11));
        EXPECT_LE(loss, 1e-5);

        const double sigma = hardened_gaussian_scale(laplace, 40, budget).value();
        const double rho = hardened_gaussian_rho(laplace, 40, sigma);
        EXPECT_LE(rho, budget);
        EXPECT_GE(rho, budget * (1 - 1e-9));
      }
    }
  }
}

TEST(HardenedNoise, GridIsAPowerOfTwoThatFitsTheNoise) {
  for (double scale = 1e-30; scale < 1e30; scale *= 7.3) {
    const double grid = choose_grid(scale, scale);
    int exponent;
    EXPECT_EQ(std::frexp(grid, &exponent), 0.5);
    EXPECT_LE(scale, grid * 0x1p39);
    EXPECT_GT(scale, grid * 0x1p38);
  }
  // A gradient that is huge beside its noise must not saturate.
  EXPECT_EQ(choose_grid(1e-12, 1), 0x1p-60);
}

TEST(HardenedNoise, NothingIsProvenOfNoiseOffTheGrid) {
  const GridQuery good = query(2, 10, 0x1p-30);
  EXPECT_TRUE(std::isfinite(hardened_laplace_epsilon(good, 1, 0x1p-10)));
  EXPECT_EQ(hardened_laplace_epsilon(good, 1, 0x1.00000001p-10), kInfinity);
  EXPECT_EQ(hardened_laplace_epsilon(good, 1, 0x1p11), kInfinity);
  EXPECT_EQ(hardened_laplace_epsilon(good, 1, 0), kInfinity);
  EXPECT_EQ(hardened_laplace_epsilon(good, 1, std::nan("")), kInfinity);
  EXPECT_EQ(hardened_laplace_epsilon(query(2, 10, 0x1.8p-30), 1, 0x1.8p-20), kInfinity);
  EXPECT_EQ(hardened_gaussian_rho(query(2, 10, -0x1p-30), 1, 0x1p-20), kInfinity);
  GridQuery unknown = good;
  unknown.summation_error = kInfinity;
  EXPECT_EQ(hardened_laplace_epsilon(unknown, 1, 0x1p-10), kInfinity);
  EXPECT_EQ(hardened_laplace_scale(unknown, 1, 1).error().code, ErrorCode::unbounded_sensitivity);
  EXPECT_EQ(hardened_laplace_scale(query(1000, 10, 1), 1, 1e-12).error().code,
            ErrorCode::invalid_budget);
}

TEST(ProductOnGrid, IsNearestToTheExactProductAndSoAtMostHalfAStepOff) {
  constexpr double kGrid = 0x1p-50;
  const double factor = std::sqrt(0.7);
  double farthest = 0, farthest_of_rounded = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double value = (i % 2 == 0 ? 1 : -1) * (0.5 + std::sqrt(2.0 + i) * 0x1p-9);
    const math::DoubleDouble exact = math::two_product(factor, value);
    const auto distance = [&](double on_grid) {
      return std::fabs((exact.high - on_grid) / kGrid + exact.low / kGrid);
    };
    const double found = product_on_grid(factor, value, kGrid);
    EXPECT_EQ(std::rint(found / kGrid), found / kGrid);
    farthest = std::max(farthest, distance(found));
    farthest_of_rounded =
        std::max(farthest_of_rounded, distance(std::rint(factor * value / kGrid) * kGrid));
  }
  EXPECT_LE(farthest, 0.5);
  EXPECT_GT(farthest, 0.499);
  EXPECT_GT(farthest_of_rounded, 0.52);  // what the sensitivity would have to count
}

TEST(ProductOnGrid, StaysWithinWhatADoubleCounts) {
  EXPECT_EQ(product_on_grid(2, 3, 0.5), 6);
  EXPECT_EQ(product_on_grid(2, 1e300, 1), 0x1p52);
  EXPECT_EQ(product_on_grid(2, -kInfinity, 1), -0x1p52);
  EXPECT_EQ(product_on_grid(1, 1e-300, 1), 0);
  EXPECT_TRUE(std::isnan(product_on_grid(1, std::nan(""), 1)));
}

}  // namespace
}  // namespace noisy
