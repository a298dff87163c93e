#include "engine/math/figure_text.h"

#include <gtest/gtest.h>

namespace noisy {
namespace {

TEST(FigureText, HasFourSignificantDigits) {
  EXPECT_EQ(figure_text(0), "0");
  EXPECT_EQ(figure_text(1), "1");
  EXPECT_EQ(figure_text(-1234.56), "-1235");
  EXPECT_EQ(figure_text(0.000123456), "0.0001235");
  EXPECT_EQ(figure_text(0.0000123456), "1.235e-05");
  EXPECT_EQ(figure_text(123456), "1.235e+05");
}

TEST(SignificantText, RoundsTheExactValueAndHalvesToEven) {
  EXPECT_EQ(significant_text(2.5, 1), "2");
  EXPECT_EQ(significant_text(3.5, 1), "4");
  // Both lie below their digits.
  EXPECT_EQ(significant_text(1.005, 3), "1");
  EXPECT_EQ(significant_text(1.015, 3), "1.01");
  EXPECT_EQ(significant_text(0.1, 17), "0.10000000000000001");
  EXPECT_EQ(significant_text(1.7976931348623157e308, 17), "1.7976931348623157e+308");
  EXPECT_EQ(significant_text(5e-324, 3), "4.94e-324");
}

}  // namespace
}  // namespace noisy
