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

TEST(CsvReader, TakesMarksBlanksQuotesAndAMissingLastLineEnd) {
  for (const std::size_t piece : {1, 2, 5, 100}) {
    const auto table = read(
        "\xef\xbb\xbf\"first, x\" , \"y\"\r\n \"1\" ,\t+2 \r\n"
        "'3', 4e0",
        {}, piece);
    ASSERT_TRUE(table.has_value()) << table.error().field << table.error().message;
    EXPECT_EQ(table->feature_names, (std::vector<std::string>{"first, x"}));
    EXPECT_EQ(row_of(table->data, 0), (Row{1}));
    EXPECT_EQ(row_of(table->data, 1), (Row{3}));
    EXPECT_EQ(targets_of(table->data), (Row{2, 4}));
  }
}

TEST(CsvReader, NeverLeavesALineOut) {
  // A line that begins with '#' is a record, and so is a line of blanks.
  expect_error("a,y\n1,2\n#N/A,3\n", ErrorCode::missing_value, "line 3, column 1", "never dropped");
  expect_error("a,y\n1,2\n# lost,3\n", ErrorCode::not_a_number, "line 3, column 1",
               "a record like any other");
  expect_error("a,y\n1,2\n#DIV/0!,3\n", ErrorCode::missing_value, "line 3, column 1", "DIV");
  expect_error("a,y\n1,2\n  \n3,4\n", ErrorCode::missing_value, "line 3, column 1", "missing");
  expect_error("a,y\n1,2\n \n", ErrorCode::missing_value, "line 3, column 1", "missing");
  // Neither is an empty line, but for the end, where no record can be one: it has two cells.
  expect_error("a,y\n1,2\n\n\n3,4\n", ErrorCode::missing_value, "line 3", "the line is empty");
  expect_error("1,2\n\r\n3,4\n", ErrorCode::missing_value, "line 2", "the line is empty");
  EXPECT_EQ(read("a,y\n1,2\n\n\r\n\n")->data.samples(), 1);
  // Before a header they may stand, but not before a record.
  EXPECT_EQ(read("\n\na,y\n1,2\n")->data.samples(), 1);
  expect_error("\n1,2\n3,4\n", ErrorCode::missing_field, "data.header", "before a header only");
  expect_error("1,2\n\x1a", ErrorCode::not_a_number, "line 2, column 1", "Ctrl-Z");
}

TEST(CsvReader, TakesCommentsBeforeTheHeaderAloneAndWhereTheFileSaysSo) {
  CsvOptions options;
  options.comments = '#';
  for (const CsvHeader header : {CsvHeader::automatic, CsvHeader::yes}) {
    options.header = header;
    const auto table = read("# it's \"so\n\n#\na,y\n1,2\n3,4\n", options, 3);
    ASSERT_TRUE(table.has_value()) << table.error().field << table.error().message;
    EXPECT_EQ(table->data.samples(), 2);
    EXPECT_EQ(table->target_name, "y");
    expect_error("#x\na,y\n1,2\n#3,4\n", ErrorCode::not_a_number, "line 4, column 1", "\"#3\"",
                 options);
  }
  options.header = CsvHeader::automatic;
  expect_error("#x\n1,2\n3,4\n", ErrorCode::missing_field, "data.header", "no header follows",
               options);
  expect_error("# made by hand\na,y\n1,2\n", ErrorCode::not_a_number, "line 2, column 1",
               "say \"comments\": \"#\"");
}

TEST(CsvReader, TakesAHeaderThatBeginsWithAHash) {
  CsvOptions named;
  named.target = "y";
  CsvOptions yes;
  yes.header = CsvHeader::yes;
  for (const std::string begin : {"#age", "# age", "\"#age\""}) {
    for (const CsvOptions& options : {named, yes}) {
      const auto table = read(begin + ",hours,y\n25,40,0\n38,50,1\n", options);
      ASSERT_TRUE(table.has_value()) << table.error().message;
      EXPECT_EQ(table->data.samples(), 2);
      EXPECT_EQ(table->target_name, "y");
      EXPECT_EQ(table->feature_names[1], "hours");
    }
  }
  EXPECT_EQ(read("# age,y\n25,0\n", yes)->feature_names[0], "age");
  EXPECT_EQ(read("#,y\n25,0\n", yes)->feature_names[0], "#");
  yes.delimiter = kBlanks;
  const auto numpy = read("# age hours y\n25 40 0\n", yes);
  ASSERT_TRUE(numpy.has_value()) << numpy.error().message;
  EXPECT_EQ(numpy->feature_names, (std::vector<std::string>{"age", "hours"}));
}

TEST(CsvReader, TellsAHeaderFromARow) {
  EXPECT_EQ(read("1,2\n3,4\n")->data.samples(), 2);
  EXPECT_FALSE(read("1,2\n3,4\n")->has_header);
  EXPECT_EQ(read("u,x\n3,4\n")->data.samples(), 1);
  EXPECT_TRUE(read("u,x\n3,4\n")->has_header);
  // Namibia's code, and words for numbers that are none.
  EXPECT_EQ(read("NA,inf,y\n3,4,5\n")->feature_names, (std::vector<std::string>{"NA", "inf"}));
  // A record with a number in it is a record that cannot be read, never a header.
  expect_error("1,x\n3,4\n", ErrorCode::not_a_number, "line 1, column 2",
               "say \"header\": \"yes\"");
  // Nor is one without: nothing in it is text.
  expect_error("NA,inf\n3,4\n", ErrorCode::missing_value, "line 1, column 1",
               "\"header\": \"yes\"");
  expect_error("0,1,2\n3,4,5\n", ErrorCode::missing_field, "data.header", "\"no\"");
  expect_error(",0,1\n0,4,5\n", ErrorCode::missing_field, "data.header", "\"yes\"");
  CsvOptions options;
  options.header = CsvHeader::yes;
  EXPECT_EQ(read("1,2\n3,4\n", options)->feature_names, (std::vector<std::string>{"1"}));
  options.header = CsvHeader::no;
  expect_error("a,b\n3,4\n", ErrorCode::not_a_number, "line 1, column 1", "\"a\" is not a number",
               options);
  EXPECT_EQ(read("0,1,2\n3,4,5\n", options)->data.samples(), 2);
  expect_error(",2\n3,4\n", ErrorCode::missing_value, "line 1, column 1", "missing");
}

TEST(CsvReader, NamesColumnsThatHaveNoName) {
  const auto pandas = read(",age,y\n0,25,0\n1,38,1\n");
  ASSERT_TRUE(pandas.has_value()) << pandas.error().message;
  EXPECT_EQ(pandas->feature_names, (std::vector<std::string>{"column 0", "age"}));
  CsvOptions blanks;
  blanks.delimiter = kBlanks;
  const auto r = read("\"age\" \"y\"\n\"1\" 25 0\n\"2\" 38 1\n", blanks);
  ASSERT_TRUE(r.has_value()) << r.error().message;
  EXPECT_EQ(r->feature_names, (std::vector<std::string>{"column 0", "age"}));
  EXPECT_EQ(targets_of(r->data), (Row{0, 1}));
  expect_error("age,y\nAnn,25,0\nBob,38,1\n", ErrorCode::not_a_number, "line 2, column 1",
               "leave it out by listing the others");
  // Of one record alone it would say how many columns there are.
  expect_error("age,y\n1,25,0\n", ErrorCode::ragged_data, "data", "the only row has 3 cells");
  CsvOptions semicolons;
  semicolons.delimiter = ';';
  expect_error("a;b;y;\n1;2;0;\n", ErrorCode::missing_value, "line 2, column 4",
               "the last column is empty", semicolons);
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
  expect_error(text, ErrorCode::invalid_value, "data.target",
               "no column \"d\". Its columns are \"a\", \"b\", \"c\".", options);
  options.target = std::string("C");
  expect_error(text, ErrorCode::invalid_value, "data.target", "Did you mean \"c\"?", options);
  options.header = CsvHeader::no;
  expect_error("1,2\n", ErrorCode::invalid_value, "data.target", "by their numbers", options);
}

TEST(CsvReader, TakesNoNameThatTwoColumnsHave) {
  CsvOptions options;
  options.target = "y";
  expect_error("x,y,x,y\n1,0,2,1\n", ErrorCode::invalid_value, "data.target",
               "several columns \"y\"", options);
  options.target = LastColumn{};
  EXPECT_EQ(read("x,y,x,y\n1,0,2,1\n", options)->data.features(), 3);
}

TEST(CsvReader, ShowsNamesAsTheyAreAndSaysWhenTheyAreNoUtf8) {
  CsvOptions options;
  options.target = "straße";
  EXPECT_EQ(read("größe,straße\n1,2\n", options)->target_name, "straße");
  expect_error("größe,strasse\n1,2\n", ErrorCode::invalid_value, "data.target", "\"größe\"",
               options);
  const std::string_view latin =
      "gr\xf6\xdf"
      "e,stra\xdf"
      "e\n1,2\n";
  expect_error(latin, ErrorCode::invalid_value, "data.target", "\"encoding\": \"latin1\"", options);
  options.encoding = TextEncoding::latin1;
  for (const std::size_t piece : {1, 7, 100}) {
    const auto table = read(latin, options, piece);
    ASSERT_TRUE(table.has_value()) << table.error().message;
    EXPECT_EQ(table->feature_names, (std::vector<std::string>{"größe"}));
  }
}

TEST(CsvReader, DecodesUtf16ThatHasAMark) {
  const std::u16string text = u"\ufeffgröße,y😀\r\n1,2\r\n3,4\r\n";
  for (const bool is_big : {false, true}) {
    std::string bytes;
    for (const char16_t unit : text) {
      const char low = static_cast<char>(unit & 0xff), high = static_cast<char>(unit >> 8);
      bytes += is_big ? std::string{high, low} : std::string{low, high};
    }
    for (const std::size_t piece : {1, 2, 3, 100}) {
      const auto table = read(bytes, {}, piece);
      ASSERT_TRUE(table.has_value()) << table.error().message;
      EXPECT_EQ(table->feature_names, (std::vector<std::string>{"größe"}));
      EXPECT_EQ(table->target_name, "y😀");
      EXPECT_EQ(targets_of(table->data), (Row{2, 4}));
    }
    expect_error(bytes.substr(2), ErrorCode::invalid_value, "line 1", "NUL byte");
    bytes.pop_back();
    expect_error(bytes, ErrorCode::invalid_value, "data.encoding", "cut off");
  }
}

TEST(CsvReader, ReadsDecimalCommas) {
  CsvOptions options;
  options.delimiter = ';';
  options.decimal = ',';
  const auto table = read("a;y\n-0,5;1\n\"1,25\";+2e1\n", options);
  ASSERT_TRUE(table.has_value()) << table.error().message;
  EXPECT_EQ(row_of(table->data, 0), (Row{-0.5}));
  EXPECT_EQ(row_of(table->data, 1), (Row{1.25}));
  EXPECT_EQ(targets_of(table->data), (Row{1, 20}));
  expect_error("a;y\n1.500;1\n", ErrorCode::not_a_number, "line 2, column 1", "thousands", options);
  options.delimiter = ',';
  EXPECT_EQ(row_of(read("\"0,5\",1\n7,\"1,5\"\n", options)->data, 0), (Row{0.5}));
}

TEST(CsvReader, NamesTheSettingThatCuresAFile) {
  const auto says = [](std::string_view text, std::string_view part,
                       const CsvOptions& options = {}) {
    const auto table = read(text, options);
    ASSERT_FALSE(table.has_value()) << text;
    EXPECT_NE(table.error().message.find(part), std::string::npos) << table.error().message;
  };
  says("age;hours;y\n25,5;40,1;0\n", "\"delimiter\": \";\", and \"decimal\": \",\"");
  says("a;b;y\n1,1;2,2;0\n", "\"delimiter\": \";\"");
  says("a;b;y\n1;2;0\n", "\"delimiter\": \";\"");
  says("25,5;40,1;0\n", "\"delimiter\": \";\"");
  says("a\tb\n1\t2\n", "\"delimiter\": \"\\t\"");
  says(" 1  2\n 3  4\n", "\"delimiter\": \"blanks\"");
  says("-1 1:0.5 2:3\n1 1:2\n", "\"format\": \"libsvm\"");
  says("-1 0:0.5 2:3\n1 0:2\n", "\"firstIndex\": 0");
  says("sep=;\na;y\n1;2\n", "as \"delimiter\"");
  says("a,y\n1,no\n", "\"positive\": \"no\"");
  says("a,y\n\"1,5\",2\n", "\"decimal\": \",\"");
  CsvOptions semicolons;
  semicolons.delimiter = ';';
  says("age;hours;y\n25,5;40,1;0\n", "\"decimal\": \",\"", semicolons);
}

TEST(CsvReader, MakesOneOfPositiveWordsAndMinusOneOfAllOthers) {
  CsvOptions options;
  options.positive = {"yes", "may, be"};
  for (const std::string head : {"", "a,answer\n"}) {
    const auto table = read(head + "1,yes\n2,no\n3,\"may, be\"\n4, \"no\" \n", options);
    ASSERT_TRUE(table.has_value()) << table.error().message;
    EXPECT_EQ(targets_of(table->data), (Row{1, -1, 1, -1}));
  }
  expect_error("1,yes\n2,?\n", ErrorCode::missing_value, "line 2, column 2", "missing", options);
  expect_error("1,Yes\n2,no\n", ErrorCode::invalid_labels, "data.positive",
               "no target is \"yes\" or another of these words: 2 other words are there, one of "
               "them the same but for capital letters",
               options);
  // A record of missing numbers and a word is no header.
  expect_error("NA,yes\n1,no\n", ErrorCode::missing_value, "line 1, column 1", "missing", options);
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
  expect_error("a,b\n1,2,3,4\n", ErrorCode::ragged_data, "line 2", "4 cells, the header has 2");
  expect_error("1,2\n3,4,\n", ErrorCode::ragged_data, "line 2", "3 cells");
}

TEST(CsvReader, NamesThePlaceOfTextAndOfNumbersThatAreNotFinite) {
  expect_error("1,2\n3,four\n", ErrorCode::not_a_number, "line 2, column 2",
               "\"four\" is not a number");
  expect_error("1,2\n3,4\n5x,6\n", ErrorCode::not_a_number, "line 3, column 1", "\"5x\"");
  expect_error("1,2\n0x10,6\n", ErrorCode::not_a_number, "line 2, column 1", "\"0x10\"");
  expect_error("1,2\n+-1,6\n", ErrorCode::not_a_number, "line 2, column 1", "\"+-1\"");
  expect_error("1,2\n--1,6\n", ErrorCode::not_a_number, "line 2, column 1", "\"--1\"");
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
  expect_error("\xef\xbb\xbf\n\n", ErrorCode::empty_data, "data", "the file is empty");
  expect_error("a,b,c\n", ErrorCode::empty_data, "data", "a header and no rows");
  expect_error("1\n2\n", ErrorCode::empty_data, "line 1", "one column");
  expect_error("1;2\n3;4\n", ErrorCode::empty_data, "line 2", "the delimiter \",\"");
}

TEST(CsvReader, NamesTheKindOfAFileThatIsNoTable) {
  using namespace std::string_view_literals;
  const std::pair<std::string_view, std::string_view> kinds[] = {
      {"\x1f\x8b\x08\x01 some bytes"sv, "a gzip archive; unpack it first"},
      {"PK\x03\x04 some bytes"sv, "a ZIP archive or a spreadsheet"},
      {"\xfd"
       "7zXZ\0some bytes"sv,
       "an XZ archive"},
      {"7z\xbc\xaf'\x1c"
       "bytes"sv,
       "a 7z archive"},
      {"\x93NUMPY\x01"sv, "a NumPy array"},
      {"ARROW1\0\0bytes"sv, "a Feather table"},
      {"PAR1\x15\x04"sv, "a Parquet table"},
      {" <!DOCTYPE html>\n<html>"sv, "an HTML page"},
      {"\xef\xbb\xbf<HTML>"sv, "an HTML page"},
      {"<!-- saved -->\r\n<html>"sv, "an HTML page"},
      {"<Table class=\"a\">"sv, "an HTML page"},
      {"[{\"a\": 1}]"sv, "JSON; export it as CSV"},
      {"<?xml version"sv, "an XML document"}};
  for (const auto& [bytes, name] : kinds) {
    expect_error(bytes, ErrorCode::invalid_value, "data.format", name);
  }
  EXPECT_TRUE(read("PAR1,PAR2\n1,2\n").has_value());
  const std::string zeros(100, '\0');
  expect_error("1,2\n" + zeros, ErrorCode::invalid_value, "line 2", "NUL byte");
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
