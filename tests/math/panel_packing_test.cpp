#include "engine/math/panel_packing.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/math/row_data.h"

namespace noisy::math {
namespace {

using noisy::testing::logistic_loss;
using noisy::testing::RowData;
using noisy::testing::sum_rows;

/// Panels must hold exactly these rows and zeros after them.
void expect_rows(const RowData& data, const std::vector<Index>& rows, const AlignedDoubles& panels,
                 Index stride) {
  const Index dimension = data.view.dimension;
  const auto count = static_cast<Index>(rows.size());
  for (Index i = 0; i < (count + 7) / 8 * 8; ++i) {
    for (Index j = 0; j < dimension; ++j) {
      const double packed = panels[static_cast<std::size_t>(i / 8 * stride + 8 * j + i % 8)];
      const Index row = i < count ? rows[static_cast<std::size_t>(i)] : 0;
      const double expected =
          i < count ? data.rows[static_cast<std::size_t>(row * dimension + j)] : 0.0;
      ASSERT_EQ(packed, expected) << i << " " << j;
    }
  }
}

TEST(PanelPacking, GathersRowsFromEitherStore) {
  for (const Index dimension : {1, 2, 5, 8, 33}) {
    const RowData data(100, dimension);
    noisy::testing::TestNumbers numbers(8);
    for (const std::size_t count : {0, 1, 7, 8, 9, 64}) {
      std::vector<Index> rows(count);
      for (Index& row : rows) row = static_cast<Index>(numbers.next() % 100);
      const Index stride = panel_stride(dimension);
      AlignedDoubles panels((count + 7) / 8 * static_cast<std::size_t>(stride), -7.0);
      gather_panels(data.rows.data(), dimension, dimension, rows, panels.data(), stride);
      expect_rows(data, rows, panels, stride);
      std::fill(panels.begin(), panels.end(), -7.0);
      gather_panels_from_panels(data.panels.data(), data.view.stride, dimension, rows,
                                panels.data(), stride);
      expect_rows(data, rows, panels, stride);
    }
  }
}

TEST(PanelPacking, AGatheredBatchOfAllRowsHasTheBitsOfTheWhole) {
  const RowData data(517, 12);
  std::vector<Index> rows(517);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Index>(i);
  PanelView batch = data.view;
  AlignedDoubles panels(data.panels.size());
  std::vector<double> targets(517);
  gather_panels(data.rows.data(), 12, 12, rows, panels.data(), batch.stride);
  gather_values(data.targets.data(), rows, targets.data());
  batch.features = panels.data();
  batch.targets = targets.data();
  noisy::testing::Queries whole(2, 12), gathered(2, 12);
  sum_rows(logistic_loss(), data.view, whole.list.data(), 2);
  sum_rows(logistic_loss(), batch, gathered.list.data(), 2);
  EXPECT_EQ(whole.gradients, gathered.gradients);
}

TEST(PanelPacking, StridesAvoidPowersOfTwo) {
  EXPECT_EQ(panel_stride(100), 800);
  EXPECT_EQ(panel_stride(32), 264);
  EXPECT_EQ(panel_stride(64), 520);
  EXPECT_EQ(panel_stride(1), 8);
}

}  // namespace
}  // namespace noisy::math
