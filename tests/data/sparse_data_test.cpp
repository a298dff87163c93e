#include "engine/data/sparse_data.h"

#include <gtest/gtest.h>

#include "engine/data/data_hash.h"
#include "engine/data/sparse_columns.h"
#include "tests/data/sparse_rows.h"

namespace noisy {
namespace {

using testing::dense_row;
using testing::sparse_rows;
using Row = std::vector<double>;

TEST(SparseData, KeepsTheRecordsWithoutTheirZeros) {
  const SparseData data = sparse_rows({{0, 2, 0, -1}, {0, 0, 0, 0}, {3, -0.0, 4, 0}}, {1, -1, 1});
  EXPECT_EQ(data.samples(), 3);
  EXPECT_EQ(data.features(), 4);
  EXPECT_EQ(data.stored(), 4);
  EXPECT_EQ(data.columns(0)[1], 3u);
  EXPECT_TRUE(data.columns(1).empty());
  EXPECT_EQ(dense_row(data, 2), (Row{3, 0, 4, 0}));
  EXPECT_EQ(data.targets()[1], -1);
}

TEST(SparseData, AddsAColumnBehindEveryRow) {
  SparseData data = sparse_rows({{0, 2}, {0, 0}, {3, 1}}, {1, 2, 3});
  data.add_column(5);
  EXPECT_EQ(data.features(), 3);
  EXPECT_EQ(dense_row(data, 0), (Row{0, 2, 5}));
  EXPECT_EQ(dense_row(data, 1), (Row{0, 0, 5}));
  EXPECT_EQ(dense_row(data, 2), (Row{3, 1, 5}));
  data.add_column(0);
  EXPECT_EQ(data.features(), 4);
  EXPECT_EQ(data.stored(), 6);
}

TEST(SparseData, KeepsColumnsInTheGivenOrder) {
  SparseData data = sparse_rows({{1, 2, 3, 4}, {0, 0, 5, 0}, {6, 0, 0, 7}}, {1, 2, 3});
  data.keep_columns(std::vector<Index>{3, 0, 1});
  EXPECT_EQ(data.features(), 3);
  EXPECT_EQ(dense_row(data, 0), (Row{4, 1, 2}));
  EXPECT_TRUE(data.columns(1).empty());
  EXPECT_EQ(dense_row(data, 2), (Row{7, 6, 0}));
  EXPECT_EQ(data.columns(2)[0], 0u);  // columns increase
}

TEST(SparseData, KeepsRows) {
  SparseData data = sparse_rows({{1, 0}, {0, 2}, {0, 0}, {3, 4}}, {1, 2, 3, 4});
  data.keep_rows(std::vector<Index>{1, 3});
  EXPECT_EQ(data.samples(), 2);
  EXPECT_EQ(dense_row(data, 0), (Row{0, 2}));
  EXPECT_EQ(dense_row(data, 1), (Row{3, 4}));
  EXPECT_EQ(data.targets()[1], 4);
}

TEST(SparseData, BecomesDense) {
  const SparseData data = sparse_rows({{0, 2, 0}, {1, 0, 3}}, {1, -1});
  for (const DataLayout layout : {DataLayout::panels, DataLayout::rows}) {
    const auto dense = to_dense(data, layout, 0, 1e6);
    ASSERT_TRUE(dense.has_value());
    EXPECT_EQ(dense->feature(0, 1), 2);
    EXPECT_EQ(dense->feature(1, 2), 3);
    EXPECT_EQ(dense->feature(1, 1), 0);
    EXPECT_EQ(dense->targets()[1], -1);
  }
  const auto refused = to_dense(data, DataLayout::panels, 0, 10);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().field, "data.storage");
}

TEST(SparseData, RefusesToPassTheMemoryLimit) {
  SparseDataBuilder builder(10, 2000);
  const std::vector<std::uint32_t> columns = {1, 2};
  const std::vector<double> values = {1, 1};
  Result<void> added;
  while (added && builder.rows() < 1000) added = builder.append(columns, values, 1);
  ASSERT_FALSE(added.has_value());
  EXPECT_EQ(added.error().code, ErrorCode::file_too_large);
  EXPECT_LT(builder.rows(), 2000 / (4 * 12 + 16) + 1);
}

TEST(SparseData, HashTellsRecordsApart) {
  const auto hash = [](const std::vector<Row>& rows, const Row& targets) {
    return to_hex(data_hash(sparse_rows(rows, targets)));
  };
  const std::string one = hash({{0, 2}, {1, 0}}, {1, -1});
  EXPECT_EQ(one, hash({{-0.0, 2}, {1, 0}}, {1, -1}));
  EXPECT_NE(one, hash({{2, 0}, {1, 0}}, {1, -1}));
  EXPECT_NE(one, hash({{0, 2}, {1, 0}}, {1, 1}));
  EXPECT_NE(one, hash({{0, 2, 0}, {1, 0, 0}}, {1, -1}));
  EXPECT_NE(hash({{0, 2}, {0, 0}}, {1, -1}), hash({{0, 0}, {0, 2}}, {1, -1}));
}

TEST(SparseColumns, HoldTheSameMatrixCutIntoSegments) {
  // Column 0 is full: 2,500 entries are segments of 1,024, 1,024 and 452. Column 1 is empty.
  std::vector<Row> rows;
  for (int i = 0; i < 2500; ++i) rows.push_back({1.0 + i, 0, i % 3 == 0 ? 2.0 : 0});
  const SparseData data = sparse_rows(rows, Row(2500, 1));
  const SparseColumns columns(data);
  const math::SparseView view = columns.segments();
  ASSERT_EQ(view.count, 4);
  EXPECT_EQ(std::vector<Index>(columns.first_segments().begin(), columns.first_segments().end()),
            (std::vector<Index>{0, 3, 3, 4}));
  EXPECT_EQ(std::vector<Index>(view.offsets, view.offsets + 5),
            (std::vector<Index>{0, 1024, 2048, 2500, 2500 + 834}));
  for (Index k = 0; k < 2500; ++k) {
    ASSERT_EQ(view.places[k], static_cast<std::uint32_t>(k));
    ASSERT_EQ(view.values[k], 1.0 + static_cast<double>(k));
  }
  EXPECT_EQ(view.places[2501], 3u);
}

}  // namespace
}  // namespace noisy
