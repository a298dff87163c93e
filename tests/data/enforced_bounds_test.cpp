#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "engine/data/inline_data.h"
#include "engine/data/preprocess.h"
#include "engine/math/double_double.h"
#include "engine/random/distributions.h"
#include "engine/random/stream.h"
#include "tests/data/reading.h"
#include "tests/data/sparse_rows.h"

namespace noisy {
namespace {

using Row = std::vector<double>;
using Steps = std::vector<PreprocessStep>;

constexpr Index kFeatures = 9;

/// Draws records and pipelines that an attacker would choose.
class Hostile {
 public:
  explicit Hostile(std::uint64_t seed)
      : stream_(StreamFactory::synthetic_data(seed, "hostile").stream(StreamPurpose::data, 0)) {}

  /// Huge, tiny, at the ends of common ranges and next to them, or anywhere.
  double value() {
    static constexpr double kMost = std::numeric_limits<double>::max();
    static constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    static const std::array kEdges = {0.0,     -0.0, 1.0,     -1.0,   kMost,  -kMost, kLeast,
                                      -kLeast, 1e17, -1e-300, 1e-160, -1e160, 0.1,    1.0 / 3};
    const double edge = kEdges[index(kEdges.size())];
    switch (index(4)) {
      case 0:
        return edge;
      case 1:
        return std::nextafter(edge, kMost);
      case 2:
        return std::nextafter(edge, -kMost);
      default:
        return 20 * uniform(stream_) - 10;
    }
  }

  Row values(std::size_t count) {
    Row out(count);
    for (double& one : out) one = value();
    return out;
  }

  /// A range of ordinary numbers; around 0, where a step must leave it alone.
  Interval range(bool is_centered) {
    const double lower = -3 * uniform(stream_) - 0.1;
    if (is_centered) return {lower, -lower};
    return {lower + 2, lower + 2 + 1e-3 + 3 * uniform(stream_)};
  }

  ClipRows clip() {
    static constexpr std::array kNorms = {RowNorm::l1, RowNorm::l2, RowNorm::linf};
    return {kNorms[index(3)], std::pow(10.0, 6 * uniform(stream_) - 3),
            index(2) == 0 ? ClipRows::Mode::clip : ClipRows::Mode::normalize};
  }

  Steps pipeline(bool is_sparse) {
    Steps steps;
    while (steps.size() < 4) {
      switch (index(6)) {
        case 0:
          steps.push_back(clip());
          break;
        case 1: {
          const Interval from = range(is_sparse);
          steps.push_back(ScaleColumns{{from.lower}, {from.upper}, range(is_sparse)});
          break;
        }
        case 2:
          steps.push_back(AddIntercept{4 * uniform(stream_) - 2});
          break;
        case 3: {
          const Interval target = range(false);
          steps.push_back(ScaleTarget{target.lower, target.upper});
          break;
        }
        case 4: {
          const Interval target = range(false);
          steps.push_back(ClampTarget{target.lower, target.upper});
          break;
        }
        default:
          steps.push_back(SelectColumns{{4, 0, 7, 2}});
      }
      if (std::holds_alternative<SelectColumns>(steps.back()) && steps.size() > 1) steps.pop_back();
    }
    return steps;
  }

 private:
  std::size_t index(std::size_t count) {
    return static_cast<std::size_t>(uniform(stream_) * static_cast<double>(count));
  }

  Stream stream_;
};

/// Whether the sum of |u_j|, or of u_j^2, is at most the bound, or its square.
bool obeys(const Row& row, double bound, bool is_square) {
  if (std::isinf(bound)) return true;
  math::DoubleDouble sum;
  for (const double value : row) {
    if (std::fabs(value) > 1e150) return false;  // far above any bound of these pipelines
    sum = is_square ? sum + math::two_product(value, value) : sum + std::fabs(value);
  }
  const math::DoubleDouble most =
      is_square ? math::two_product(bound, bound) : math::DoubleDouble{bound, 0};
  return sum.high < most.high || (sum.high == most.high && sum.low <= most.low);
}

/// Every row and target meets what the plan would rest on.
template <class Prepared, class RowOf>
void expect_enforced(const Prepared& prepared, const RowOf& row_of) {
  const FeatureBounds& bounds = prepared.facts.bounds;
  for (Index i = 0; i < prepared.data.samples(); ++i) {
    const Row row = row_of(prepared.data, i);
    EXPECT_TRUE(obeys(row, bounds.l1, false)) << i;
    EXPECT_TRUE(obeys(row, bounds.l2, true)) << i;
    for (const double value : row) EXPECT_LE(std::fabs(value), bounds.linf) << i;
    const double target = prepared.data.targets()[static_cast<std::size_t>(i)];
    EXPECT_GE(target, bounds.target_lower);
    EXPECT_LE(target, bounds.target_upper);
  }
}

TEST(EnforcedBounds, HoldForHostileRecordsAfterEveryPipeline) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Hostile hostile(seed);
    std::vector<Row> rows;
    for (int i = 0; i < 40; ++i) rows.push_back(hostile.values(kFeatures));
    const Row targets = hostile.values(rows.size());
    PipelineFacts facts;
    facts.features = kFeatures;

    const Steps dense_steps = hostile.pipeline(false);
    const auto dense = preprocess(*inline_data(rows, targets), facts, dense_steps);
    ASSERT_TRUE(dense.has_value()) << dense.error().message;
    expect_enforced(*dense, testing::row_of);

    const Steps sparse_steps = hostile.pipeline(true);
    const auto sparse = preprocess(testing::sparse_rows(rows, targets), facts, sparse_steps);
    ASSERT_TRUE(sparse.has_value()) << sparse.error().message;
    expect_enforced(*sparse, testing::dense_row);
  }
}

TEST(EnforcedBounds, OfAStatedRangeAreItsLargerEnd) {
  PipelineFacts facts;
  facts.features = 4;
  const auto linf = [&](Interval to) {
    return preprocessed_facts(facts, Steps{ScaleColumns{{0}, {1}, to}})->bounds.linf;
  };
  EXPECT_EQ(linf({-1, 1}), 1);
  EXPECT_EQ(linf({-3, 2}), 3);
  EXPECT_EQ(linf({0, 0.5}), 0.5);
}

TEST(EnforcedBounds, OfAClampedTargetAreTheRange) {
  PipelineFacts facts;
  facts.features = 1;
  const auto target = [&](const Steps& steps) {
    const FeatureBounds bounds = preprocessed_facts(facts, steps)->bounds;
    return std::pair(bounds.target_lower, bounds.target_upper);
  };
  EXPECT_EQ(target({ClampTarget{-2, 5}}), std::pair(-2.0, 5.0));
  // It never widens what is bounded already.
  EXPECT_EQ(target({ScaleTarget{0, 9}, ClampTarget{-2, 0.5}}), std::pair(-1.0, 0.5));
  EXPECT_EQ(target({ScaleTarget{0, 9}, ClampTarget{4, 5}}), std::pair(4.0, 4.0));
}

}  // namespace
}  // namespace noisy
