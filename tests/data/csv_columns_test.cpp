// CSV files of words and categories: chosen columns, and how their cells become codes.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "engine/data/csv_reader.h"
#include "tests/data/reading.h"

namespace noisy {
namespace {

using testing::row_of;
using testing::targets_of;
using Row = std::vector<double>;

ColumnCoding words(ColumnName name, std::vector<std::string> list,
                   std::optional<std::string> other = std::nullopt) {
  return {.name = std::move(name), .words = std::move(list), .other = std::move(other)};
}

ColumnCoding edges(ColumnName name, std::vector<double> list) {
  return {.name = std::move(name), .edges = std::move(list)};
}

ColumnCoding plain(ColumnName name) {
  return {.name = std::move(name)};
}

CsvOptions options_of(std::vector<ColumnCoding> features, TargetColumn target = LastColumn{},
                      std::optional<ColumnCoding> coded_target = std::nullopt) {
  for (std::size_t i = 0; i < features.size(); ++i) features[i].place = i;
  CsvOptions options;
  options.header = CsvHeader::yes;
  options.target = std::move(target);
  options.columns = {.features = std::move(features), .target = std::move(coded_target)};
  return options;
}

Result<NamedData> read(std::string_view text, const CsvOptions& options,
                       std::size_t piece = 1 << 20) {
  return testing::read_in_pieces<CsvReader>(text, options, piece);
}

void expect_error(std::string_view text, const CsvOptions& options, ErrorCode code,
                  std::string_view field, std::string_view message_part) {
  testing::expect_error<CsvReader>(text, options, code, field, message_part);
}

TEST(CsvColumns, AreReadInTheirOwnOrderAsCodesAndOthersAreNotLookedAt) {
  const CsvOptions options =
      options_of({edges("age", {25, 40, 60}), words("work", {"Private", "Self, own"}, "other"),
                  plain("hours")},
                 "income", words("income", {"<=50K", ">50K"}));
  const std::string_view text =
      "work,comment,age,income,hours\n"
      "Private,\"no, never\",24.9,<=50K,40\n"
      "\"Self, own\",?, 25 , \">50K\" ,1e1\n"
      ",nan,59,<=50K,-3\n"
      "\"Retired\",,60,>50K,0\n";
  for (const std::size_t piece : {1, 3, 7, 1000}) {
    const auto table = read(text, options, piece);
    ASSERT_TRUE(table) << table.error().field << ": " << table.error().message;
    EXPECT_EQ(row_of(table->data, 0), (Row{0, 0, 40}));
    EXPECT_EQ(row_of(table->data, 1), (Row{1, 1, 10}));
    EXPECT_EQ(row_of(table->data, 2), (Row{2, 2, -3}));
    EXPECT_EQ(row_of(table->data, 3), (Row{3, 2, 0}));
    EXPECT_EQ(targets_of(table->data), (Row{0, 1, 0, 1}));
    EXPECT_EQ(table->feature_names, (std::vector<std::string>{"age", "work", "hours"}));
    EXPECT_EQ(table->target_name, "income");
  }
}

TEST(CsvColumns, GoByNumberToo) {
  CsvOptions options = options_of({words(Index{2}, {"a", "b"})}, Index{0});
  options.header = CsvHeader::no;
  const auto table = read("1,x,a\n2,y,b\n", options);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(row_of(table->data, 1), (Row{1}));
  EXPECT_EQ(targets_of(table->data), (Row{1, 2}));
}

TEST(CsvColumns, TakeQuotesWithinQuotesAndNamesThatMeanSomethingElsewhere) {
  const CsvOptions options =
      options_of({words("__proto__", {"say \"no\", twice", "\"", "constructor"})}, "toString");
  const auto table = read(
      "__proto__,\"toString\"\n\"say \"\"no\"\", twice\",1\n\"\"\"\",2\nconstructor,3\n", options);
  ASSERT_TRUE(table) << table.error().field << ": " << table.error().message;
  EXPECT_EQ(row_of(table->data, 0), (Row{0}));
  EXPECT_EQ(row_of(table->data, 1), (Row{1}));
  EXPECT_EQ(row_of(table->data, 2), (Row{2}));
}

TEST(CsvColumns, MayHoldLineBreaksAndHashesInWords) {
  const CsvOptions options =
      options_of({words("color", {"#000000", "#ffcc95"}), plain("hours")}, "y");
  const auto table = read(
      "note,color,hours,y\n\"two\r\nlines, \"\"both\"\"\n\",#ffcc95,40,0\n"
      "#,#000000,50,1\n\"\n\",\"#ffcc95\",13,0\n",
      options, 5);
  ASSERT_TRUE(table) << table.error().field << ": " << table.error().message;
  EXPECT_EQ(row_of(table->data, 0), (Row{1, 40}));
  EXPECT_EQ(row_of(table->data, 1), (Row{0, 50}));
  EXPECT_EQ(row_of(table->data, 2), (Row{1, 13}));
  expect_error("note,color,hours,y\n\"a\nb\",#000000,1,0\nx,#000000,no,0\n", options,
               ErrorCode::not_a_number, "line 4, column 3", "\"no\"");
}

TEST(CsvColumns, SayWhatIsWrongAndWhere) {
  const auto ab = [] { return words("a", {"x", "y"}); };
  const CsvOptions one = options_of({ab()});
  expect_error("b,a,t\n1,x,0\n1,z,0\n", one, ErrorCode::unknown_category, "line 3, column 2",
               "\"z\" is none of the words of \"a\": add it to data.columns.0.words, or say with");
  expect_error("b,a,t\n1,,0\n", one, ErrorCode::unknown_category, "line 2, column 2", "\"other\"");
  expect_error("b,a,t\n1,x\n", one, ErrorCode::ragged_data, "line 2", "the header has 3 cells");
  expect_error("b,c,t\n1,x,0\n", one, ErrorCode::unknown_name, "data.columns.0.name",
               "the header has no column \"a\"");
  expect_error("a,a,t\n1,x,0\n", one, ErrorCode::invalid_value, "data.columns.0.name",
               "several columns \"a\"");
  expect_error("b,a\n1,x\n", one, ErrorCode::invalid_value, "data.columns.0.name",
               "is the column of the target");
  expect_error("b,a,t,t\n1,x,0,0\n", options_of({ab()}, "t"), ErrorCode::invalid_value,
               "data.target", "several columns \"t\"");
  expect_error("b,a,t\n1,x,0\n", options_of({ab(), words(Index{1}, {"x", "y"})}),
               ErrorCode::invalid_value, "data.columns.1.name", "was chosen before");
  expect_error("b,a,t\n1,x,0\n", options_of({words(Index{3}, {"x", "y"})}), ErrorCode::unknown_name,
               "data.columns.0.name", "columns 0 to 2");
  expect_error("b,a,t\n1,x,0\n", options_of({edges("a", {1})}), ErrorCode::not_a_number,
               "line 2, column 2", "\"x\"");
  expect_error("b,a,t\n1,,0\n", options_of({edges("a", {1})}), ErrorCode::missing_value,
               "line 2, column 2", "missing");
  expect_error("b,a,t\n1,nan,0\n", options_of({edges("a", {1})}), ErrorCode::not_finite,
               "line 2, column 2", "nan");
  CsvOptions bare = options_of({ab()});
  bare.header = CsvHeader::no;
  expect_error("1,x,0\n", bare, ErrorCode::unknown_name, "data.columns.0.name", "no header");
}

TEST(CsvColumns, StayQuickAndSmallInAHundredThousandColumnsAndALongWord) {
  constexpr int kColumns = 100'000;
  std::string header, row;
  for (int j = 0; j < kColumns; ++j) {
    header += "c" + std::to_string(j) + ",";
    row += j == 7 ? std::string(1'000'000, 'w') + "," : "x,";
  }
  const auto table = read(header + "t\n" + row + "1\n",
                          options_of({words("c99999", {"x", "y"}), words("c7", {"a", "b"}, "c")}));
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(row_of(table->data, 0), (Row{0, 2}));
}

/// Cells of one line by hand: character by character, with a state.
std::vector<std::string> naive_cells(const std::string& line) {
  std::vector<std::string> out(1);
  bool is_inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && is_inside && i + 1 < line.size() && line[i + 1] == '"') {
      out.back() += line[i++];
    } else if (line[i] == '"') {
      is_inside = !is_inside;
    } else if (line[i] == ',' && !is_inside) {
      out.emplace_back();
    } else {
      out.back() += line[i];
    }
  }
  return out;
}

double naive_code(const ColumnCoding& coding, const std::string& cell) {
  for (std::size_t k = 0; k < coding.words.size(); ++k) {
    if (coding.words[k] == cell) return static_cast<double>(k);
  }
  if (!coding.words.empty()) return static_cast<double>(coding.words.size());
  const double value = std::stod(cell);
  double code = coding.edges.empty() ? value : 0;
  for (const double edge : coding.edges) code += edge <= value ? 1 : 0;
  return code;
}

/// Random files of words that need quotes, numbers and what is skipped, against a reading by hand.
TEST(CsvColumns, AreWhatAReadingByHandFinds) {
  std::mt19937 random(20261126);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::vector<std::string> list = {"a",    "b, c",  "\"", "say \"x\"", "a\"\",b",
                                         "=1+1", "<=50K", "né", ",",         "\"\""};
  for (int round = 0; round < 200; ++round) {
    const std::size_t columns = 2 + below(6);
    std::vector<ColumnCoding> all;
    std::vector<bool> is_words;
    for (std::size_t j = 0; j < columns; ++j) {
      const Index at = static_cast<Index>(j);
      is_words.push_back(below(2) == 0);
      if (is_words.back()) {
        std::vector<std::string> some(list.begin(),
                                      list.begin() + static_cast<std::ptrdiff_t>(2 + below(6)));
        all.push_back(words(at, std::move(some), "others"));
      } else {
        all.push_back(below(3) == 0 ? plain(at) : edges(at, {-1.5, 0, 2, 2.5}));
      }
    }
    std::string text;
    std::vector<std::vector<std::string>> lines;
    for (int i = 0; i < 5; ++i) {
      std::string line;
      for (std::size_t j = 0; j < columns; ++j) {
        std::string cell =
            is_words[j] ? list[below(list.size())]
                        : std::to_string(static_cast<int>(below(13)) - 6) + (below(2) ? ".5" : "");
        std::string quoted = "\"";
        for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
        const bool needs = cell.find_first_of(",\"") != std::string::npos;
        line += (j > 0 ? "," : "") + (needs || below(3) == 0 ? quoted + '"' : cell);
      }
      lines.push_back(naive_cells(line));
      text += line + "\n";
    }
    const std::size_t target = below(columns);
    std::vector<ColumnCoding> chosen;
    for (std::size_t j = columns; j-- > 0;) {
      if (j != target && (chosen.empty() || below(3) > 0)) chosen.push_back(all[j]);
    }
    CsvOptions options = options_of(chosen, static_cast<Index>(target), all[target]);
    options.header = CsvHeader::no;
    const auto table = read(text, options, 1 + below(40));
    ASSERT_TRUE(table) << table.error().field << ": " << table.error().message << "\n" << text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Row wanted;
      for (const ColumnCoding& coding : chosen) {
        wanted.push_back(
            naive_code(coding, lines[i][static_cast<std::size_t>(std::get<Index>(coding.name))]));
      }
      ASSERT_EQ(row_of(table->data, static_cast<Index>(i)), wanted) << text;
      ASSERT_EQ(targets_of(table->data)[i], naive_code(all[target], lines[i][target])) << text;
    }
  }
}

}  // namespace
}  // namespace noisy
