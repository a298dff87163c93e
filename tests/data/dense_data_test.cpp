#include "engine/data/dense_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <type_traits>

#include "engine/data/data_hash.h"
#include "engine/data/inline_data.h"
#include "tests/data/reading.h"

namespace noisy {
namespace {

using testing::row_of;
using testing::targets_of;

static_assert(!std::is_copy_constructible_v<DenseData> && !std::is_copy_assignable_v<DenseData>);
static_assert(std::is_nothrow_move_constructible_v<DenseData>);

constexpr DataLayout kLayouts[] = {DataLayout::panels, DataLayout::rows};

double value_at(Index row, Index column) {
  return static_cast<double>(100 * row + column + 1);
}

DenseData counting_data(const DenseShape& shape) {
  Result<DenseData> data = DenseData::allocate(shape);
  for (Index row = 0; row < shape.samples; ++row) {
    for (Index column = 0; column < shape.features; ++column) {
      data->set_feature(row, column, value_at(row, column));
    }
    data->targets()[static_cast<std::size_t>(row)] = static_cast<double>(row);
  }
  return std::move(*data);
}

void expect_counting(const DenseData& data, Index columns) {
  for (Index row = 0; row < data.samples(); ++row) {
    const auto values = row_of(data, row);
    for (Index column = 0; column < columns; ++column) {
      ASSERT_EQ(values[static_cast<std::size_t>(column)], value_at(row, column));
      ASSERT_EQ(data.feature(row, column), value_at(row, column));
    }
    ASSERT_EQ(data.targets()[static_cast<std::size_t>(row)], static_cast<double>(row));
  }
}

TEST(DenseData, KeepsPanelsOfEightRowsWithZeroesAfterTheLast) {
  const DenseData data = counting_data({11, 3, DataLayout::panels});
  ASSERT_EQ(data.panel_count(), 2);
  for (Index p = 0; p < 2; ++p) {
    for (Index column = 0; column < 3; ++column) {
      for (Index lane = 0; lane < 8; ++lane) {
        const Index row = 8 * p + lane;
        EXPECT_EQ(data.panel(p)[8 * column + lane], row < 11 ? value_at(row, column) : 0.0);
      }
    }
  }
  EXPECT_EQ(data.panel(1), data.panel(0) + data.panel_stride());
}

TEST(DenseData, KeepsRowsPaddedToEightWithZeroes) {
  const DenseData data = counting_data({5, 11, DataLayout::rows});
  EXPECT_EQ(data.row_stride(), 16);
  for (Index row = 0; row < 5; ++row) {
    for (Index column = 0; column < 16; ++column) {
      EXPECT_EQ(data.row(row)[column], column < 11 ? value_at(row, column) : 0.0);
    }
  }
}

TEST(DenseData, BeginsOnACacheLineAndAvoidsPanelsMultiplesOf2KiBApart) {
  for (Index features = 1; features < 300; ++features) {
    const Result<DenseData> data = DenseData::allocate({20, features});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data->panel(0)) % 64, 0u);
    EXPECT_EQ(data->panel_stride() % 8, 0);
    EXPECT_NE(data->panel_stride() % 256, 0) << features;
  }
}

TEST(DenseData, AddsAColumnInPlaceOrByMoving) {
  for (const DataLayout layout : kLayouts) {
    for (const Index reserved : {0, 1}) {
      for (const Index features : {3, 7, 8, 16}) {
        DenseData data = counting_data({13, features, layout, reserved});
        const double* before = data.row(0);
        ASSERT_TRUE(data.add_column(-1.0).has_value());
        EXPECT_EQ(data.row(0) == before, reserved == 1);
        ASSERT_EQ(data.features(), features + 1);
        expect_counting(data, features);
        for (Index row = 0; row < 13; ++row) EXPECT_EQ(data.feature(row, features), -1.0);
        if (layout == DataLayout::panels) {
          EXPECT_EQ(data.panel(1)[8 * features + 7], 0.0);
        }
      }
    }
  }
}

TEST(DenseData, KeepsChosenColumnsInPlace) {
  for (const DataLayout layout : kLayouts) {
    DenseData data = counting_data({13, 5, layout});
    const double* before = data.row(0);
    data.keep_columns(std::vector<Index>{4, 0});
    EXPECT_EQ(data.row(0), before);
    ASSERT_EQ(data.features(), 2);
    for (Index row = 0; row < 13; ++row) {
      EXPECT_EQ(row_of(data, row), (std::vector<double>{value_at(row, 4), value_at(row, 0)}));
    }
    // The columns that were dropped are room for new ones.
    ASSERT_TRUE(data.add_column(1.0).has_value());
    EXPECT_EQ(data.row(0), before);
  }
}

TEST(DenseData, ClonesByNameOnly) {
  const DenseData data = counting_data({9, 4});
  const Result<DenseData> copy = data.clone();
  EXPECT_NE(copy->panel(0), data.panel(0));
  EXPECT_EQ(data_hash(*copy), data_hash(data));
}

TEST(DenseData, SaysWhenMemoryRunsOut) {
  for (const DenseShape& shape : {DenseShape{Index{1} << 40, 1 << 20, DataLayout::panels, 0},
                                  DenseShape{Index{1} << 36, 20, DataLayout::rows, 0}}) {
    const Result<DenseData> data = DenseData::allocate(shape);
    ASSERT_FALSE(data.has_value());
    EXPECT_EQ(data.error().code, ErrorCode::out_of_memory);
    EXPECT_EQ(data.error().field, "data");
  }
  EXPECT_EQ(DenseData::allocate({-1, 2}).error().code, ErrorCode::invalid_value);
}

TEST(DenseDataBuilder, GrowsToAnyNumberOfRows) {
  for (const DataLayout layout : kLayouts) {
    for (const Index expected : {0, 5, 5000}) {
      auto builder = DenseDataBuilder::create({expected, 3, layout}, 1e9);
      ASSERT_TRUE(builder.has_value());
      for (Index row = 0; row < 5000; ++row) {
        const double values[] = {value_at(row, 0), value_at(row, 1), value_at(row, 2)};
        ASSERT_TRUE(builder->append(values, static_cast<double>(row)).has_value());
      }
      const DenseData data = std::move(*builder).finish();
      ASSERT_EQ(data.samples(), 5000);
      expect_counting(data, 3);
    }
  }
}

TEST(DenseDataBuilder, AllocatesOnceWhenTheRowsAreKnown) {
  auto builder = DenseDataBuilder::create({3000, 2}, 1e9);
  const double values[] = {1, 2};
  for (int i = 0; i < 3000; ++i) ASSERT_TRUE(builder->append(values, 0).has_value());
  ASSERT_TRUE(builder->expect_rows(2000).has_value());
  const DenseData data = std::move(*builder).finish();
  EXPECT_EQ(data.samples(), 3000);
}

TEST(DenseDataBuilder, FillsTheMemoryLimitAndNotMore) {
  // 100 panels of 16 doubles and 8 targets each.
  const double memory = 100 * (16 + 8) * sizeof(double);
  auto builder = DenseDataBuilder::create({0, 2}, memory);
  EXPECT_EQ(builder->most_rows(), 800);
  const double values[] = {1, 2};
  for (int i = 0; i < 800; ++i) ASSERT_TRUE(builder->append(values, 0).has_value()) << i;
  const Result<void> beyond = builder->append(values, 0);
  ASSERT_FALSE(beyond.has_value());
  EXPECT_EQ(beyond.error().code, ErrorCode::file_too_large);
  EXPECT_EQ(beyond.error().field, "data");
}

TEST(InlineData, ReadsNestedLists) {
  const auto data = inline_data({{1, 2}, {3, 4}, {5, 6}}, {1, -1, 1});
  ASSERT_TRUE(data.has_value());
  EXPECT_EQ(row_of(*data, 2), (std::vector<double>{5, 6}));
  EXPECT_EQ(targets_of(*data), (std::vector<double>{1, -1, 1}));
}

TEST(InlineData, NamesTheFieldOfAnError) {
  const auto expect = [](const Result<DenseData>& data, ErrorCode code, std::string_view field) {
    ASSERT_FALSE(data.has_value());
    EXPECT_EQ(data.error().code, code);
    EXPECT_EQ(data.error().field, field);
  };
  expect(inline_data({}, {}), ErrorCode::empty_data, "data.features");
  expect(inline_data({{}}, {1}), ErrorCode::empty_data, "data.features");
  expect(inline_data({{1, 2}, {3}}, {1, 1}), ErrorCode::ragged_data, "data.features.1");
  expect(inline_data({{1, 2}}, {1, 1}), ErrorCode::ragged_data, "data.targets");
  expect(inline_data({{1, 2}, {3, NAN}}, {1, 1}), ErrorCode::not_finite, "data.features.1.1");
  expect(inline_data({{1}, {2}}, {1, INFINITY}), ErrorCode::not_finite, "data.targets.1");
}

TEST(DataHash, DependsOnShapeValuesAndOrderButNotOnTheLayout) {
  const auto hash = [](const DenseShape& shape) { return data_hash(counting_data(shape)); };
  EXPECT_EQ(hash({13, 5, DataLayout::panels, 0}), hash({13, 5, DataLayout::rows, 2}));
  EXPECT_NE(hash({13, 5}), hash({12, 5}));
  EXPECT_NE(data_hash(*inline_data({{1, 2}, {3, 4}}, {5, 6})),
            data_hash(*inline_data({{3, 4}, {1, 2}}, {6, 5})));
  EXPECT_NE(data_hash(*inline_data({{1, 2, 3}}, {4})), data_hash(*inline_data({{1}, {3}}, {2, 4})));
}

}  // namespace
}  // namespace noisy
