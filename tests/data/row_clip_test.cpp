#include "engine/data/row_clip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/math/double_double.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr RowNorm kNorms[] = {RowNorm::l1, RowNorm::l2, RowNorm::linf};

/// A sum that is exact: the terms are kept as a list of doubles that do not overlap (Shewchuk
/// 1997).
class ExactSum {
 public:
  void add(double term) {
    std::vector<double> next;
    for (const double part : parts_) {
      const math::DoubleDouble sum = math::two_sum(term, part);
      if (sum.low != 0.0) next.push_back(sum.low);
      term = sum.high;
    }
    next.push_back(term);
    parts_ = std::move(next);
  }

  /// The sign of the largest part that is not zero.
  bool is_positive() const {
    const auto last = std::find_if(parts_.rbegin(), parts_.rend(), [](double x) { return x != 0; });
    return last != parts_.rend() && *last > 0.0;
  }

 private:
  std::vector<double> parts_;
};

/// ||row|| > bound, exactly: squares as pairs of doubles.
bool exceeds_exactly(const std::vector<double>& row, RowNorm norm, double bound) {
  ExactSum difference;
  const auto add_square = [&](double value, double sign) {
    const math::DoubleDouble square = math::two_product(value, value);
    difference.add(sign * square.high);
    difference.add(sign * square.low);
  };
  if (norm == RowNorm::linf) {
    for (const double value : row) {
      if (std::fabs(value) > bound) return true;
    }
    return false;
  }
  for (const double value : row) {
    norm == RowNorm::l1 ? difference.add(std::fabs(value)) : add_square(value, 1.0);
  }
  norm == RowNorm::l1 ? difference.add(-bound) : add_square(bound, -1.0);
  return difference.is_positive();
}

double norm_of(const std::vector<double>& row, RowNorm norm) {
  double l1 = 0, squares = 0, largest = 0;
  for (const double value : row) {
    l1 += std::fabs(value);
    squares += value * value;
    largest = std::max(largest, std::fabs(value));
  }
  return norm == RowNorm::l1 ? l1 : norm == RowNorm::l2 ? std::sqrt(squares) : largest;
}

std::vector<double> random_row(std::uint64_t step) {
  Stream stream = StreamFactory::synthetic_data(3, "clip").stream(StreamPurpose::data, step);
  std::vector<double> row(1 + bounded_integer(stream, 40));
  fill_normal(stream, uniform_positive(stream) * 10.0, row);
  return row;
}

TEST(RowClip, NeverExceedsTheBoundByABitAndLosesAtMostAFewUnits) {
  for (std::uint64_t step = 0; step < 8000; ++step) {
    for (const RowNorm norm : kNorms) {
      std::vector<double> row = random_row(step);
      const double bound = norm == RowNorm::l1 ? 1.0 / 3 : norm == RowNorm::l2 ? 0.7 : 1.1;
      const bool was_longer = exceeds_exactly(row, norm, bound);
      const std::vector<double> before = row;
      ASSERT_EQ(clip_row(row, norm, bound, false), was_longer);
      ASSERT_FALSE(exceeds_exactly(row, norm, bound)) << "step " << step;
      if (was_longer) {
        EXPECT_GT(norm_of(row, norm), bound * (1 - 1e-14));
        EXPECT_NEAR(row[0] * norm_of(before, norm), before[0] * bound, 1e-12);
      } else {
        EXPECT_EQ(row, before);
      }
    }
  }
}

TEST(RowClip, DecidesRowsOnTheEdgeExactly) {
  EXPECT_FALSE(norm_exceeds(std::vector<double>{3, -4}, RowNorm::l2, 5));
  EXPECT_TRUE(norm_exceeds(std::vector<double>{3, -4}, RowNorm::l2, std::nextafter(5.0, 0)));
  // 0.1 + 0.2 as doubles is a bit above the double 0.3 and the rounded sum is another double.
  EXPECT_TRUE(norm_exceeds(std::vector<double>{0.1, 0.2}, RowNorm::l1, 0.3));
  EXPECT_FALSE(norm_exceeds(std::vector<double>{0.1, 0.2}, RowNorm::l1, 0.1 + 0.2));
  // The excess, 2^-106 relative, is lost in a sum of squares in doubles.
  EXPECT_TRUE(norm_exceeds(std::vector<double>{1.0, 0x1p-50}, RowNorm::l2, 1.0));
  int exceeding = 0;
  for (std::uint64_t step = 0; step < 8000; ++step) {
    const std::vector<double> row = random_row(step);
    for (const RowNorm norm : {RowNorm::l1, RowNorm::l2}) {
      const double bound = norm_of(row, norm);
      ASSERT_EQ(norm_exceeds(row, norm, bound), exceeds_exactly(row, norm, bound));
      exceeding += norm_exceeds(row, norm, bound);
    }
  }
  EXPECT_GT(exceeding, 2000);
}

TEST(RowClip, NormalizesShorterRowsButNotZero) {
  for (const RowNorm norm : kNorms) {
    for (std::uint64_t step = 0; step < 2000; ++step) {
      std::vector<double> row = random_row(step);
      ASSERT_TRUE(clip_row(row, norm, 20.0, true));
      ASSERT_FALSE(exceeds_exactly(row, norm, 20.0));
      ASSERT_NEAR(norm_of(row, norm), 20.0, 1e-12);
    }
    std::vector<double> zero(5, 0.0);
    EXPECT_FALSE(clip_row(zero, norm, 1.0, true));
    EXPECT_EQ(zero, std::vector<double>(5, 0.0));
  }
}

TEST(RowClip, TakesTheWholeRangeOfDoubles) {
  for (const RowNorm norm : kNorms) {
    for (const double size : {1.7e308, 1e160, 1e-160, 1e-310, 4.9e-324}) {
      std::vector<double> row(7, size);
      row[3] = -size;
      EXPECT_EQ(clip_row(row, norm, 2.0, false), size > 1);
      row.assign(7, size);
      ASSERT_TRUE(clip_row(row, norm, 2.0, true));
      EXPECT_NEAR(norm_of(row, norm), 2.0, 1e-14) << size;
      EXPECT_FALSE(exceeds_exactly(row, norm, 2.0));
    }
  }
}

}  // namespace
}  // namespace noisy
