#include "engine/math/vector_functions.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "tests/math/row_data.h"
#include "tests/support/every_instruction_set.h"

namespace noisy::math {
namespace {

class VectorFunctions : public noisy::testing::EveryInstructionSet {};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Regular numbers with irregular ones among them, so that they meet in one vector.
std::vector<double> inputs(std::size_t count, double lower, double upper) {
  noisy::testing::TestNumbers numbers(count);
  const std::vector<double> odd = {0,    -0.0,  kInfinity, -kInfinity, kNaN,   5e-324, 1e-310,
                                   -1.0, 1e300, -1e300,    709.5,      -740.0, 1e7,    1e-30};
  std::vector<double> values(count);
  for (double& value : values) {
    value =
        numbers.next() % 16 == 0 ? odd[numbers.next() % odd.size()] : numbers.uniform(lower, upper);
  }
  return values;
}

void expect_same_bits(double actual, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(actual));
  } else {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(actual), std::bit_cast<std::uint64_t>(expected));
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, VectorFunctions,
                         ::testing::ValuesIn(available_instruction_sets()),
                         noisy::testing::instruction_set_of);

TEST_P(VectorFunctions, ArrayFunctionsHaveTheBitsOfThePlainOnes) {
  for (const std::size_t count : {0, 1, 2, 3, 7, 8, 9, 16, 31, 20000}) {
    const std::vector<double> x = inputs(count, -800, 800), p = inputs(count, 0, 2);
    std::vector<double> exps(count), logs(count), sines(count), cosines(count);
    exp_each(x, exps);
    log_each(p, logs);
    sin_cos_each(x, sines, cosines);
    for (std::size_t i = 0; i < count; ++i) {
      expect_same_bits(exps[i], exp(x[i]));
      expect_same_bits(logs[i], log(p[i]));
      expect_same_bits(sines[i], sin(x[i]));
      expect_same_bits(cosines[i], cos(x[i]));
    }
  }
}

TEST_P(VectorFunctions, ArrayFunctionsWorkInPlace) {
  std::vector<double> x = inputs(101, 0, 5);
  std::vector<double> expected(101);
  log_each(x, expected);
  log_each(x, x);
  for (std::size_t i = 0; i < 101; ++i) expect_same_bits(x[i], expected[i]);
}

TEST(SumOfNonnegative, NumbersIsTheirSumAndElseNoNumber) {
  noisy::testing::TestNumbers numbers(3);
  for (const std::size_t count : {1, 7, 8, 511, 512, 513, 5000}) {
    std::vector<double> x(count);
    for (double& one : x) one = numbers.uniform(0, 1);
    x[count / 2] = -0.0;
    EXPECT_EQ(sum_of_nonnegative(x), sum(x)) << count;
    x[count / 3] = -1e-300;
    EXPECT_TRUE(std::isnan(sum_of_nonnegative(x))) << count;
    x[count / 3] = std::nan("");
    EXPECT_TRUE(std::isnan(sum_of_nonnegative(x))) << count;
  }
}

}  // namespace
}  // namespace noisy::math
