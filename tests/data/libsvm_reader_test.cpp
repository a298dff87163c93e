#include "engine/data/libsvm_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/data/reading.h"

namespace noisy {
namespace {

using testing::row_of;
using testing::targets_of;
using Row = std::vector<double>;

Result<NamedData> read(std::string_view text, Index features = 0, std::size_t piece = 1 << 20) {
  return testing::read_in_pieces<LibsvmReader>(text, LibsvmOptions{.features = features}, piece);
}

void expect_error(std::string_view text, ErrorCode code, std::string_view field,
                  std::string_view message_part, Index features = 0) {
  testing::expect_error<LibsvmReader>(text, LibsvmOptions{.features = features}, code, field,
                                      message_part);
}

TEST(LibsvmReader, ReadsTheSameWhateverThePieces) {
  const std::string_view text = "+1 1:0.5 3:2 # first\r\n-1\n1.5\t2:-1e-1  4:+4";
  for (const Index features : {0, 4, 6}) {
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
      const auto table = read(text, features, piece);
      ASSERT_TRUE(table.has_value()) << table.error().field << table.error().message;
      ASSERT_EQ(table->data.features(), std::max<Index>(features, 4));
      Row first{0.5, 0, 2, 0}, second{0, 0, 0, 0}, third{0, -0.1, 0, 4};
      for (Row* row : {&first, &second, &third}) row->resize(std::max<std::size_t>(4, features));
      EXPECT_EQ(row_of(table->data, 0), first);
      EXPECT_EQ(row_of(table->data, 1), second);
      EXPECT_EQ(row_of(table->data, 2), third);
      EXPECT_EQ(targets_of(table->data), (Row{1, -1, 1.5}));
    }
  }
}

TEST(LibsvmReader, NeverLeavesALineOut) {
  expect_error("1 1:1\n# lost\n1 1:2\n", ErrorCode::missing_value, "line 2, column 1", "no label");
  expect_error("# first\n1 1:2\n", ErrorCode::missing_value, "line 1, column 1", "no label");
  expect_error("1 1:1\n  \n", ErrorCode::missing_value, "line 2, column 1", "no label");
  expect_error("1 1:1\n\n1 1:2\n", ErrorCode::missing_value, "line 2", "the line is empty");
  expect_error("\n1 1:2\n", ErrorCode::missing_value, "line 1", "begins with an empty line");
  EXPECT_EQ(read("1 1:1\r1 1:2\r\r\r")->data.samples(), 2);
}

TEST(LibsvmReader, CountsFromZeroWhereThatIsStated) {
  const LibsvmOptions options{.features = 3, .first_index = 0};
  const auto table = testing::read_in_pieces<LibsvmReader>("1 0:5 2:7\n-1 1:1\n", options, 4);
  ASSERT_TRUE(table.has_value()) << table.error().message;
  EXPECT_EQ(row_of(table->data, 0), (Row{5, 0, 7}));
  EXPECT_EQ(row_of(table->data, 1), (Row{0, 1, 0}));
  testing::expect_error<LibsvmReader>("1 3:1\n", options, ErrorCode::invalid_index,
                                      "line 1, column 2", "counted from 0");
  testing::expect_error<LibsvmReader>("1 0:1 0:1\n", options, ErrorCode::invalid_index,
                                      "line 1, column 3", "index 0 follows index 0");
  expect_error("1 0:1\n", ErrorCode::invalid_index, "line 1, column 2", "\"firstIndex\": 0");
}

TEST(LibsvmReader, NamesThePlaceOfAWrongIndex) {
  expect_error("1 0:1\n", ErrorCode::invalid_index, "line 1, column 2", "from 1");
  expect_error("1 1:1\n1 -2:1\n", ErrorCode::invalid_index, "line 2, column 2", "from 1");
  expect_error("1 1.5:1\n", ErrorCode::invalid_index, "line 1, column 2", "whole numbers");
  expect_error("1 :1\n", ErrorCode::invalid_index, "line 1, column 2", "whole numbers");
  expect_error("1 qid:3 1:1\n", ErrorCode::invalid_index, "line 1, column 2", "qid");
  expect_error("1 99999999999999999999:1\n", ErrorCode::invalid_index, "line 1, column 2", "whole");
  expect_error("1 3:1 2:1\n", ErrorCode::invalid_index, "line 1, column 3",
               "index 2 follows index 3");
  expect_error("1 3:1 3:1\n", ErrorCode::invalid_index, "line 1, column 3", "must increase");
  expect_error("1 1048577:1\n", ErrorCode::invalid_index, "line 1, column 2", "above 2^20");
  expect_error("1 1:1\n1 2:1 124:1\n", ErrorCode::invalid_index, "line 2, column 3",
               "above data.features = 123", 123);
}

TEST(LibsvmReader, NamesThePlaceOfAWrongValue) {
  expect_error("1 1:x\n", ErrorCode::not_a_number, "line 1, column 2", "\"x\"");
  expect_error("1 1:1\nyes 1:1\n", ErrorCode::not_a_number, "line 2, column 1", "\"yes\"");
  expect_error("1,2,3\n", ErrorCode::not_a_number, "line 1, column 1", "\"1,2,3\"");
  expect_error("1 2 3\n", ErrorCode::not_a_number, "line 1, column 2", "LIBSVM file?");
  expect_error("1 1:nan\n", ErrorCode::not_finite, "line 1, column 2", "\"nan\"");
  expect_error("inf 1:1\n", ErrorCode::not_finite, "line 1, column 1", "\"inf\"");
  expect_error("1 1:\n", ErrorCode::missing_value, "line 1, column 2", "missing");
}

TEST(LibsvmReader, RefusesFilesWithoutRowsOrFeatures) {
  expect_error("", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("\n\n", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("1\n-1\n", ErrorCode::empty_data, "data", "no row of the file has a feature");
  EXPECT_TRUE(read("1\n-1\n", 3).has_value());
  expect_error("\x1f\x8b\x08", ErrorCode::invalid_value, "data.format", "gzip");
}

TEST(LibsvmReader, StopsAtTheMemoryLimit) {
  LibsvmOptions options;
  options.read.memory_bytes = 1e6;
  const auto wide = testing::read_in_pieces<LibsvmReader>("1 1:1\n1 100000:1\n", options, 100);
  ASSERT_FALSE(wide.has_value());
  EXPECT_EQ(wide.error().code, ErrorCode::file_too_large);
  EXPECT_EQ(wide.error().field, "line 2");
  options.features = 1 << 21;
  const auto wider = testing::read_in_pieces<LibsvmReader>("1 1:1\n", options, 100);
  ASSERT_FALSE(wider.has_value());
  EXPECT_EQ(wider.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(wider.error().field, "data.features");
}

TEST(LibsvmReader, RefusesAFileThatWillNotFitAfterItsFirstMegabyte) {
  LibsvmOptions options;
  options.features = 300;
  options.read.total_bytes = 2e9;
  options.read.memory_bytes = 1e9;
  LibsvmReader reader(options);
  std::string piece;
  for (int i = 0; i < 1000; ++i) piece += "1 7:1 200:0.5\n";
  double read_bytes = 0;
  Result<void> fed;
  while (fed && read_bytes < 2e9) {
    fed = reader.feed(std::as_bytes(std::span(piece.data(), piece.size())));
    read_bytes += static_cast<double>(piece.size());
  }
  ASSERT_FALSE(fed.has_value());
  EXPECT_EQ(fed.error().code, ErrorCode::file_too_large);
  EXPECT_LT(read_bytes, 1.1e6);
}

}  // namespace
}  // namespace noisy
