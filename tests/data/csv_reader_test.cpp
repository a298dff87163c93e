#include "engine/data/csv_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/data/reading.h"

namespace noisy {
namespace {

using testing::row_of;
using testing::targets_of;
using Row = std::vector<double>;

Result<NamedData> read(std::string_view text, const CsvOptions& options = {},
                       std::size_t piece = 1 << 20) {
  return testing::read_in_pieces<CsvReader>(text, options, piece);
}

void expect_error(std::string_view text, ErrorCode code, std::string_view field,
                  std::string_view message_part, const CsvOptions& options = {}) {
  testing::expect_error<CsvReader>(text, options, code, field, message_part);
}

TEST(CsvReader, ReadsTheSameWhateverThePieces) {
  const std::string_view text = "a,b,y\n1,2.5,-3\n4e-1,.5,6\n-7,8,9\n";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const auto table = read(text, {}, piece);
    ASSERT_TRUE(table.has_value()) << table.error().message;
    ASSERT_EQ(table->data.samples(), 3);
    ASSERT_EQ(table->data.features(), 2);
    EXPECT_EQ(row_of(table->data, 0), (Row{1, 2.5}));
    EXPECT_EQ(row_of(table->data, 1), (Row{0.4, 0.5}));
    EXPECT_EQ(row_of(table->data, 2), (Row{-7, 8}));
    EXPECT_EQ(targets_of(table->data), (Row{-3, 6, 9}));
    EXPECT_EQ(table->feature_names, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(table->target_name, "y");
  }
}

TEST(CsvReader, TakesMarksBlanksCommentsQuotesAndAMissingLastLineEnd) {
  for (const std::size_t piece : {1, 2, 5, 100}) {
    const auto table = read(
        "\xef\xbb\xbf# made by hand\r\n\r\n\"first, x\" , \"y\"\r\n \"1\" ,\t+2 \r\n"
        "#1,1\r\n  \r\n'3', 4e0",
        {}, piece);
    ASSERT_TRUE(table.has_value()) << table.error().field << table.error().message;
    EXPECT_EQ(table->feature_names, (std::vector<std::string>{"first, x"}));
    EXPECT_EQ(row_of(table->data, 0), (Row{1}));
    EXPECT_EQ(row_of(table->data, 1), (Row{3}));
    EXPECT_EQ(targets_of(table->data), (Row{2, 4}));
  }
}

TEST(CsvReader, TellsAHeaderFromARow) {
  EXPECT_EQ(read("1,2\n3,4\n")->data.samples(), 2);
  EXPECT_FALSE(read("1,2\n3,4\n")->has_header);
  EXPECT_EQ(read("u,x\n3,4\n")->data.samples(), 1);
  EXPECT_TRUE(read("u,x\n3,4\n")->has_header);
  // A record with a text in it is a record that cannot be read, never a header.
  expect_error("1,x\n3,4\n", ErrorCode::not_a_number, "line 1, column 2",
               "say \"header\": \"yes\"");
  expect_error("u,\n3,4\n", ErrorCode::not_a_number, "line 1, column 1", "\"header\": \"yes\"");
  CsvOptions options;
  options.header = CsvHeader::yes;
  EXPECT_EQ(read("1,2\n3,4\n", options)->feature_names, (std::vector<std::string>{"1"}));
  options.header = CsvHeader::no;
  expect_error("a,b\n3,4\n", ErrorCode::not_a_number, "line 1, column 1", "\"a\" is not a number",
               options);
  expect_error(",2\n3,4\n", ErrorCode::missing_value, "line 1, column 1", "missing");
}

TEST(CsvReader, TakesTheTargetFromAnyColumn) {
  const std::string_view text = "a,b,c\n1,2,3\n4,5,6\n";
  for (const TargetColumn& target : {TargetColumn{Index{0}}, TargetColumn{std::string("a")}}) {
    CsvOptions options;
    options.target = target;
    const auto table = read(text, options);
    EXPECT_EQ(targets_of(table->data), (Row{1, 4}));
    EXPECT_EQ(row_of(table->data, 1), (Row{5, 6}));
    EXPECT_EQ(table->feature_names, (std::vector<std::string>{"b", "c"}));
    EXPECT_EQ(table->target_name, "a");
  }
  CsvOptions options;
  options.target = Index{3};
  expect_error(text, ErrorCode::invalid_value, "data.target", "columns 0 to 2", options);
  options.target = Index{-1};
  expect_error(text, ErrorCode::invalid_value, "data.target", "does not exist", options);
  options.target = std::string("d");
  expect_error(text, ErrorCode::invalid_value, "data.target", "no column \"d\"", options);
  expect_error("1,2\n", ErrorCode::invalid_value, "data.target", "by its number", options);
}

TEST(CsvReader, TakesOtherDelimiters) {
  for (const char delimiter : {';', '\t', '|', ':', ' '}) {
    CsvOptions options;
    options.delimiter = delimiter;
    const std::string d(1, delimiter);
    const auto table = read("1" + d + "2\n" + "3" + d + "4\n", options);
    ASSERT_TRUE(table.has_value()) << table.error().message;
    EXPECT_EQ(targets_of(table->data), (Row{2, 4}));
  }
  CsvOptions options;
  options.delimiter = ' ';
  const auto table = read("  x   y \n 1   2  \n+3 4\n", options);
  ASSERT_TRUE(table.has_value()) << table.error().message;
  EXPECT_EQ(row_of(table->data, 1), (Row{3}));
  options.delimiter = '.';
  expect_error("1.2\n", ErrorCode::invalid_value, "data.delimiter", "comma", options);
  options.delimiter = '\t';
  expect_error("1\t\t\"3\"\n", ErrorCode::missing_value, "line 1, column 2", "missing", options);
  expect_error("1\t2\n\t\n", ErrorCode::missing_value, "line 2, column 1", "missing", options);
}

TEST(CsvReader, ReadsTheClassNamesOfScikitLearnsFirstLine) {
  CsvOptions options;
  options.header = CsvHeader::yes;
  const auto table = read("2,3,bad,good\n1,2,3,0\n4,5,6,1\n", options);
  ASSERT_TRUE(table.has_value()) << table.error().message;
  EXPECT_EQ(table->class_names, (std::vector<std::string>{"bad", "good"}));
  EXPECT_TRUE(table->feature_names.empty());
  EXPECT_EQ(table->data.features(), 3);
  // Also when it has as many cells as a row; but not when it announces other columns.
  EXPECT_EQ(read("9,2,one\n1,2,3\n", options)->class_names, (std::vector<std::string>{"one"}));
  EXPECT_TRUE(read("9,1,one\n1,2,3\n", options)->class_names.empty());
  EXPECT_TRUE(read("9,9223372036854775807,one\n1,2,3\n", options)->class_names.empty());
}

TEST(CsvReader, NamesThePlaceOfARaggedRow) {
  expect_error("1,2,3\n4,5\n", ErrorCode::ragged_data, "line 2", "2 cells, the first row has 3");
  expect_error("1,2\n\n4,5,6\n", ErrorCode::ragged_data, "line 3", "3 cells, the first row has 2");
  expect_error("a,b\n1,2,3\n", ErrorCode::ragged_data, "line 2", "3 cells, the header has 2");
  expect_error("1,2\n3,4,\n", ErrorCode::ragged_data, "line 2", "3 cells");
}

TEST(CsvReader, NamesThePlaceOfTextAndOfNumbersThatAreNotFinite) {
  expect_error("1,2\n3,four\n", ErrorCode::not_a_number, "line 2, column 2",
               "\"four\" is not a number");
  expect_error("1,2\n3,4\n5x,6\n", ErrorCode::not_a_number, "line 3, column 1", "\"5x\"");
  expect_error("1,2\n0x10,6\n", ErrorCode::not_a_number, "line 2, column 1", "\"0x10\"");
  expect_error("1,2\n+-1,6\n", ErrorCode::not_a_number, "line 2, column 1", "\"+-1\"");
  expect_error("1,2\n--1,6\n", ErrorCode::not_a_number, "line 2, column 1", "\"--1\"");
  expect_error("1,2\n\"3,4\n", ErrorCode::not_a_number, "line 2, column 1", "not a number");
  for (const std::string cell : {"nan", "NaN", "inf", "-Infinity", "1e999", "-1e400"}) {
    expect_error("1,2\n3,4\n" + cell + ",6\n", ErrorCode::not_finite, "line 3, column 1", cell);
  }
}

TEST(CsvReader, NamesThePlaceOfAMissingValue) {
  for (const std::string cell : {"", " ", "\"\"", "?", "NA", "n/a", "null"}) {
    expect_error("1,2\n3,4\n5," + cell + "\n", ErrorCode::missing_value, "line 3, column 2",
                 "never dropped");
  }
}

TEST(CsvReader, RefusesFilesWithoutRowsOrFeatures) {
  expect_error("", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("\xef\xbb\xbf\n \n", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("a,b,c\n", ErrorCode::empty_data, "data", "a header and no rows");
  expect_error("1\n2\n", ErrorCode::empty_data, "line 1", "one column");
  expect_error("1;2\n3;4\n", ErrorCode::empty_data, "line 2", "the delimiter \",\"");
}

TEST(CsvReader, RecognizesFilesThatAreNotText) {
  expect_error("\x1f\x8b\x08\x01 some bytes", ErrorCode::invalid_value, "data.format", "unpack");
  expect_error("PK\x03\x04 some bytes", ErrorCode::invalid_value, "data.format",
               "export it as CSV");
  expect_error(
      "\xff\xfe"
      "1,2\n",
      ErrorCode::invalid_value, "data.format", "UTF-8");
  const std::string zeros(100, '\0');
  expect_error(zeros + "\n" + zeros, ErrorCode::empty_data, "line 2", "one column");
}

TEST(CsvReader, RefusesALineThatNeverEnds) {
  CsvReader reader{CsvOptions{}};
  const std::string piece(1 << 20, '7');
  Result<void> fed;
  int pieces = 0;
  for (; fed && pieces < 64; ++pieces) {
    fed = reader.feed(std::as_bytes(std::span(piece.data(), piece.size())));
  }
  ASSERT_FALSE(fed.has_value());
  EXPECT_EQ(fed.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(fed.error().field, "line 1");
  EXPECT_EQ(pieces, 17);
  // An error stays.
  EXPECT_FALSE(reader.feed({}).has_value());
  EXPECT_FALSE(reader.finish().has_value());
}

TEST(CsvReader, RefusesMoreThanAMillionColumns) {
  std::string line = "1";
  for (int i = 0; i < 1 << 20; ++i) line += ",1";
  const auto table = read(line);
  ASSERT_FALSE(table.has_value());
  EXPECT_EQ(table.error().code, ErrorCode::limit_exceeded);
  EXPECT_EQ(table.error().field, "line 1");
}

TEST(CsvReader, RoundsToTheNearestDouble) {
  const auto table = read(
      "0.1,123456789012345678901234567890,2.2250738585072011e-308,1\n"
      "9007199254740993,1e-400,4.9e-324,1\n"
      "-0.0,0.000e99999999999999999999,1e-99999999999999999999,1\n");
  ASSERT_TRUE(table.has_value()) << table.error().field << table.error().message;
  EXPECT_EQ(row_of(table->data, 0),
            (Row{0.1, 123456789012345678901234567890.0, 2.2250738585072011e-308}));
  EXPECT_EQ(row_of(table->data, 1),
            (Row{9007199254740992.0, 0.0, std::numeric_limits<double>::denorm_min()}));
  EXPECT_EQ(row_of(table->data, 2), (Row{0.0, 0.0, 0.0}));
}

std::string numbers(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) text += "0.123456,0.654321,0.5,1\n";
  return text;
}

TEST(CsvReader, RefusesAFileThatWillNotFitAfterItsFirstMegabyte) {
  CsvOptions options;
  options.read.total_bytes = 2e9;
  options.read.memory_bytes = 1e9;  // 83 million rows of 4 doubles need 2.7e9
  CsvReader reader(options);
  const std::string piece = numbers(1000);
  double read_bytes = 0;
  Result<void> fed;
  while (fed && read_bytes < 2e9) {
    fed = reader.feed(std::as_bytes(std::span(piece.data(), piece.size())));
    read_bytes += static_cast<double>(piece.size());
  }
  ASSERT_FALSE(fed.has_value());
  EXPECT_EQ(fed.error().code, ErrorCode::file_too_large);
  EXPECT_EQ(fed.error().field, "data");
  EXPECT_NE(fed.error().message.find("the limit is 1000 MB"), std::string::npos);
  EXPECT_LT(read_bytes, 1.1e6);
}

TEST(CsvReader, StopsAtTheMemoryLimitWhenTheSizeIsUnknown) {
  CsvOptions options;
  options.read.memory_bytes = 1e6;  // room for 31,248 rows of 3 features and a target
  EXPECT_TRUE(read(numbers(31'000), options).has_value());
  const auto table = read(numbers(32'000), options);
  ASSERT_FALSE(table.has_value());
  EXPECT_EQ(table.error().code, ErrorCode::file_too_large);
}

TEST(CsvReader, FillsEitherLayoutAndLeavesRoomForColumns) {
  for (const DataLayout layout : {DataLayout::panels, DataLayout::rows}) {
    CsvOptions options;
    options.read.layout = layout;
    options.read.reserved_features = 1;
    options.read.total_bytes = 2.4e6;
    auto table = read(numbers(100'000), options);
    ASSERT_TRUE(table.has_value());
    EXPECT_EQ(table->data.layout(), layout);
    const double* before = table->data.panel(0);
    ASSERT_TRUE(table->data.add_column(7).has_value());
    EXPECT_EQ(table->data.panel(0), before);
    EXPECT_EQ(row_of(table->data, 99'999), (Row{0.123456, 0.654321, 0.5, 7}));
  }
}

}  // namespace
}  // namespace noisy
