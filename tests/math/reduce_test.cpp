#include "engine/math/reduce.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/math/bits.h"

namespace noisy::math {
namespace {

std::vector<double> random_values(std::size_t count, std::uint64_t seed) {
  noisy::testing::TestNumbers numbers(seed);
  std::vector<double> values(count);
  for (double& value : values) value = numbers.uniform(-1, 1);
  return values;
}

/// The documented order, written out the slow way.
double sum_by_the_book(std::vector<double> x) {
  if (x.size() > 512) {
    const std::size_t blocks = (x.size() + 511) / 512;
    const std::size_t middle = (blocks + 1) / 2 * 512;
    return sum_by_the_book({x.begin(), x.begin() + static_cast<std::ptrdiff_t>(middle)}) +
           sum_by_the_book({x.begin() + static_cast<std::ptrdiff_t>(middle), x.end()});
  }
  double lane[8] = {};
  for (std::size_t i = 0; i < x.size(); ++i) lane[i % 8] += x[i];
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

TEST(Reduce, SumsInItsDocumentedOrderForEveryLength) {
  for (const std::size_t count : {0, 1, 7, 8, 9, 511, 512, 513, 1024, 1025, 5000, 100003}) {
    const std::vector<double> x = random_values(count, count);
    EXPECT_EQ(sum(x), sum_by_the_book(x)) << count;
    std::vector<double> products(count);
    for (std::size_t i = 0; i < count; ++i) products[i] = x[i] * x[count - 1 - i];
    const std::vector<double> reversed(x.rbegin(), x.rend());
    EXPECT_EQ(dot(x, reversed), sum_by_the_book(products)) << count;
  }
}

TEST(Reduce, DotIsTheSameFromEitherSide) {
  const std::vector<double> x = random_values(3001, 1), y = random_values(3001, 2);
  EXPECT_EQ(dot(x, y), dot(y, x));
}

TEST(Reduce, StaysNearTheExactSum) {
  const std::vector<double> x = random_values(100000, 4);
  long double exact = 0, size = 0;
  for (const double value : x) exact += value, size += std::fabs(value);
  EXPECT_LE(std::fabs(static_cast<double>(sum(x) - exact)),
            20 * 0x1p-53 * static_cast<double>(size));
}

TEST(Reduce, NormsOfAKnownVector) {
  const Vector x = Vector{{3.0, -4.0, 0.0}};
  EXPECT_EQ(l1_norm(x), 7);
  EXPECT_EQ(l2_norm(x), 5);
  EXPECT_EQ(linf_norm(x), 4);
  EXPECT_EQ(squared_norm(x), 25);
  EXPECT_EQ(sum(x), -1);
  EXPECT_EQ(dot(x, x), 25);
  EXPECT_EQ(l2_norm(Vector()), 0);
}

TEST(Reduce, LinfNormDoesNotHideNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(linf_norm(Vector{{1.0, nan, 2.0}})));
  EXPECT_TRUE(std::isnan(linf_norm(Vector{{nan, 2.0}})));
}

TEST(Reduce, CompensatedSumRecoversWhatPlainSumsLose) {
  const std::vector<double> x = {1.0, 1e100, 1.0, -1e100};
  EXPECT_EQ(compensated_sum(x), 2.0);
  CompensatedSum tenths;
  double plain = 0;
  for (int i = 0; i < 1000000; ++i) tenths.add(0.1), plain += 0.1;
  EXPECT_EQ(tenths.value(), 100000.0);
  EXPECT_NE(plain, 100000.0);
}

TEST(Reduce, EveryMachineGivesTheSameBits) {
  noisy::testing::BitHash hash;
  for (std::size_t count = 0; count < 3000; count += 37) {
    const std::vector<double> x = random_values(count, count), y = random_values(count, count + 1);
    for (const double value : {sum(x), dot(x, y), l1_norm(x), l2_norm(x), compensated_sum(x)}) {
      hash.add(value);
    }
  }
  EXPECT_EQ(hash.value(), 0xc37d2789b915f221u);
}

}  // namespace
}  // namespace noisy::math
