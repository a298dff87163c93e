#include "engine/random/full_range_uniform.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

std::vector<double> draws(int count) {
  Stream source = StreamFactory::reproducible({.seed = 7, .algorithm = "full range"})
                      .stream(StreamPurpose::noise, 0);
  std::vector<double> out;
  for (int i = 0; i < count; ++i) out.push_back(full_range_uniform(source));
  return out;
}

TEST(FullRangeUniform, PassesKolmogorovSmirnovAtFalseAlarmRate1e9) {
  EXPECT_LT(testing::kolmogorov_statistic(draws(1'000'000), [](double x) { return x; }),
            testing::kKolmogorovThreshold);
}

TEST(FullRangeUniform, HasAGeometricExponentAtFalseAlarmRate1e9) {
  constexpr int kCells = 17;  // zeros 0 ... 15, and more: past the 12 bits of the first pair
  constexpr double kDraws = 4e6;
  std::vector<double> counts(kCells), p;
  for (const double u : draws(static_cast<int>(kDraws))) {
    const int zeros = -1 - std::ilogb(u);
    ++counts[static_cast<std::size_t>(std::min(zeros, kCells - 1))];
  }
  for (int k = 0; k < kCells; ++k) p.push_back(std::exp2(k < kCells - 1 ? -k - 1 : -k));
  EXPECT_GT(testing::chi_square_tail(testing::chi_square(counts, p, kDraws), kCells - 1), 1e-9);
}

// k * 2^-53 would always be a multiple of 2^-53; below 2^-10 a full-range uniform is one with
// probability at most 2^-10, so a tenth of some 1000 draws are with probability far below 1e-9.
TEST(FullRangeUniform, IsAsFineNearZeroAsAnywhere) {
  int small = 0, multiples = 0;
  for (const double u : draws(1'000'000)) {
    if (u > 0x1p-10) continue;
    ++small;
    const double scaled = u * 0x1p53;
    if (scaled == std::floor(scaled)) ++multiples;
  }
  EXPECT_GT(small, 500);
  EXPECT_LT(multiples, small / 10);
}

}  // namespace
}  // namespace noisy
