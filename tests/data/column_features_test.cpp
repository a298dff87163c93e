// Columns become features: every feature against an encoder by hand, and the bounds against all
// records that there can be.
#include "engine/data/column_features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "engine/data/csv_reader.h"
#include "engine/data/inline_data.h"
#include "engine/data/preprocess.h"
#include "tests/data/reading.h"

namespace noisy {
namespace {

using testing::row_of;
using testing::targets_of;
using Row = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string plain_text(double edge) {
  return std::to_string(static_cast<int>(edge));
}

/// An encoder of its own: the features of a cell as the documentation describes them.
Row features_by_hand(const ColumnCoding& coding, const std::string& cell) {
  const auto word = std::find(coding.words.begin(), coding.words.end(), cell);
  const bool is_mark = cell.empty() || cell == "?" || cell == "NA" || cell == "#N/A";
  const bool is_missing = coding.missing && is_mark && word == coding.words.end();
  double value = static_cast<double>(word - coding.words.begin());
  if (coding.words.empty() && !is_missing) value = std::stod(cell);
  if (is_missing) value = *coding.missing;
  if (!coding.edges.empty()) {
    double level = 0;
    for (const double edge : coding.edges) level += value >= edge ? 1 : 0;
    value = level;
  }
  if (coding.range) {
    const double inside = std::min(std::max(value, coding.range->lower), coding.range->upper);
    const double width = coding.range->upper - coding.range->lower;
    value = 2 * ((inside - coding.range->lower) / width) - 1;
  }
  const Index levels = coding.levels();
  Row out = {value};
  if (coding.encoding == ColumnEncoding::ordered) {
    out = {2 * value / static_cast<double>(levels - 1) - 1};
  } else if (coding.encoding == ColumnEncoding::one_hot) {
    out.clear();
    for (Index k = 0; k < levels; ++k) out.push_back(value == static_cast<double>(k) ? 1 : 0);
  }
  if (coding.has_indicator) out.push_back(is_missing ? 1 : 0);
  return out;
}

class Drawer {
 public:
  explicit Drawer(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool tossed() { return below(2) == 0; }

  ColumnCoding coding(Index name, bool has_words) {
    ColumnCoding out{.name = name};
    if (has_words) {
      out.words = {"a", "b, c", "NA", "say \"x\"", "né"};
      out.words.resize(2 + below(4));
      if (tossed()) out.other = "others";
      if (tossed())
        out.missing = static_cast<double>(below(static_cast<std::size_t>(out.levels())));
    } else {
      if (below(3) == 0) out.range = Interval{-1.3, 2.7};
      if (!out.range && tossed()) out.edges = {-1.5, 0, 2, 2.5};
      if (tossed()) out.missing = static_cast<double>(below(9)) - 4.1;
    }
    if (out.is_coded()) out.encoding = static_cast<ColumnEncoding>(below(3));
    out.has_indicator = out.missing && tossed();
    return out;
  }

  /// A cell that the column takes.
  std::string cell(const ColumnCoding& coding) {
    if (coding.missing && below(4) == 0) {
      return std::vector<std::string>{"", "?", "NA", "#N/A"}[below(4)];
    }
    if (!coding.words.empty()) {
      if (coding.other && below(4) == 0) return tossed() ? "unheard" : "others";
      return coding.words[below(coding.words.size())];
    }
    const int whole = static_cast<int>(below(13)) - 6;
    return std::to_string(whole) + (tossed() ? ".625" : tossed() ? "e-1" : "");
  }

 private:
  std::mt19937 random_;
};

std::string quoted_cell(const std::string& cell, bool is_forced) {
  if (!is_forced && cell.find_first_of(",\"") == std::string::npos) return cell;
  std::string out = "\"";
  for (const char c : cell) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

TEST(ColumnFeatures, AreThoseOfAnEncoderByHandOnRandomTables) {
  Drawer drawer(20261129);
  for (int round = 0; round < 300; ++round) {
    const std::size_t columns = 1 + drawer.below(6);
    CsvOptions options;
    options.header = CsvHeader::no;
    options.columns.emplace();
    for (std::size_t j = 0; j < columns; ++j) {
      const bool has_words = drawer.tossed();
      options.columns->features.push_back(drawer.coding(static_cast<Index>(j), has_words));
    }
    const std::vector<ColumnCoding> codings = options.columns->features;
    std::ranges::reverse(options.columns->features);
    std::string text;
    std::vector<Row> wanted;
    for (int i = 0; i < 6; ++i) {
      Row row;
      for (const ColumnCoding& coding : codings) {
        const std::string cell = drawer.cell(coding);
        text += quoted_cell(cell, !cell.empty() && drawer.below(4) == 0) + ",";
        const Row features = features_by_hand(coding, cell);
        row.insert(row.begin(), features.begin(), features.end());
      }
      wanted.push_back(row);
      text += std::to_string(i) + "\n";
    }
    const auto table = testing::read_in_pieces<CsvReader>(text, options, 1 + drawer.below(40));
    ASSERT_TRUE(table) << table.error().field << ": " << table.error().message << "\n" << text;
    ASSERT_EQ(table->data.features(), width_of(*options.columns));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(row_of(table->data, static_cast<Index>(i)), wanted[i]) << text;
    }
  }
}

TEST(ColumnFeatures, OfRecordsInTheExperimentAreThoseOfAFile) {
  Drawer drawer(5);
  for (int round = 0; round < 100; ++round) {
    CsvOptions options;
    options.header = CsvHeader::no;
    options.columns.emplace();
    for (Index j : {2, 0, 1}) options.columns->features.push_back(drawer.coding(j, false));
    options.columns->target = ColumnCoding{.name = Index{3}, .edges = {1, 3}};
    std::vector<Row> rows;
    Row targets;
    std::string text;
    for (int i = 0; i < 9; ++i) {
      Row& row = rows.emplace_back();
      for (int j = 0; j < 3; ++j) {
        row.push_back(static_cast<double>(drawer.below(64)) / 8 - 4);
        text += std::to_string(row.back()) + ",";
      }
      targets.push_back(static_cast<double>(drawer.below(5)));
      text += std::to_string(targets.back()) + "\n";
    }
    const auto file = testing::read_in_pieces<CsvReader>(text, options, 1000);
    ASSERT_TRUE(file) << file.error().message;
    const auto own = choose_columns(*inline_data(rows, targets), *options.columns, 1);
    ASSERT_TRUE(own) << own.error().message;
    EXPECT_EQ(targets_of(*own), targets_of(file->data));
    for (Index i = 0; i < 9; ++i) EXPECT_EQ(row_of(*own, i), row_of(file->data, i));
  }
}

TEST(ColumnFeatures, OfARangeAreThoseOfTheStepThatScalesColumns) {
  const std::vector<Row> rows = {{-7.3}, {0.1}, {17}, {42.42}, {90}, {1e9}};
  const ColumnChoice choice{.features = {{.name = Index{0}, .range = Interval{17, 90}}},
                            .target = std::nullopt};
  const auto scaled = preprocess(*inline_data(rows, Row(rows.size(), 0)), {.features = 1},
                                 std::vector<PreprocessStep>{ScaleColumns{{17}, {90}}});
  const auto chosen = choose_columns(*inline_data(rows, Row(rows.size(), 0)), choice, 0);
  for (Index i = 0; i < std::ssize(rows); ++i) {
    EXPECT_EQ(row_of(*chosen, i), row_of(scaled->data, i));
  }
}

TEST(ColumnFeatures, NeverLeaveTheirRangeByRounding) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (const Interval range : {Interval{0, kLeast},
                               {-kLeast, kLeast},
                               {-8e307, 8e307},
                               {0.1, 0.3},
                               {1e300, std::nextafter(1e300, 1e301)},
                               {-1e-310, 3e-320}}) {
    const ColumnCoding coding{.name = Index{0}, .range = range};
    for (const double value :
         {range.lower, range.upper, 0.0, -0.0, kLeast, -1.7e308, 1.7e308, 0.2, 0.1 + 0.2,
          std::nextafter(range.upper, range.lower), std::nextafter(range.lower, range.upper)}) {
      double feature = kNan;
      write_features(coding, value, {&feature, 1});
      EXPECT_GE(feature, -1) << range.lower << " " << value;
      EXPECT_LE(feature, 1) << range.upper << " " << value;
      EXPECT_TRUE(feature == -1 || value > range.lower);
      EXPECT_TRUE(feature == 1 || value < range.upper);
    }
  }
}

/// A column with values that between them reach its largest norms: numbers or codes, NaN where
/// missing.
struct Enumerated {
  ColumnCoding coding;
  Row values;
  Interval range{};  ///< of a number as it is
};

std::vector<Enumerated> enumerated_columns() {
  using enum ColumnEncoding;
  const std::vector<std::string> words = {"a", "b", "c", "d"};
  std::vector<Enumerated> out = {
      {{.range = Interval{-1.3, 2.7}}, {-5, -1.3, 0.2, 2.7, 9}},
      {{.range = Interval{0, 10}, .missing = 4.2, .has_indicator = true}, {0, 3, 10, kNan}},
      {{.range = Interval{0, 10}, .missing = -99.0, .has_indicator = true}, {0, 3, 10, kNan}},
      {{.range = Interval{0, 10}, .missing = 5.0}, {0, 10, kNan}},
      {{.edges = {1, 2}, .missing = 1.5, .has_indicator = true}, {0, 1, 2, kNan}},
      {{.edges = {1, 2}, .encoding = ordered, .missing = 7.0, .has_indicator = true}, {0, 1, kNan}},
      {{.missing = 3.5, .has_indicator = true}, {-2, 4, kNan}, {-2, 4}},
      {{}, {-3, 1}, {-3, 1}}};
  for (const ColumnEncoding encoding : {code, one_hot, ordered}) {
    out.push_back({{.words = words, .other = "o", .encoding = encoding}, {0, 1, 2, 3, 4}});
    out.push_back({{.words = words, .encoding = encoding, .missing = 2.0, .has_indicator = true},
                   {0, 1, 2, 3, kNan}});
  }
  return out;
}

struct Norms {
  long double l1 = 0, square = 0, linf = 0;
};

/// The largest norms of all records of these columns, one after the other.
Norms largest_norms(const std::vector<Enumerated>& columns) {
  Norms most;
  std::vector<std::size_t> at(columns.size(), 0);
  while (true) {
    Norms one;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      Row features(static_cast<std::size_t>(columns[j].coding.width()));
      write_features(columns[j].coding, columns[j].values[at[j]], features);
      for (const long double feature : features) {
        one.l1 += std::fabs(feature);
        one.square += feature * feature;
        one.linf = std::max(one.linf, std::fabs(feature));
      }
    }
    most = {std::max(most.l1, one.l1), std::max(most.square, one.square),
            std::max(most.linf, one.linf)};
    std::size_t j = 0;
    while (j < at.size() && ++at[j] == columns[j].values.size()) at[j++] = 0;
    if (j == at.size()) return most;
  }
}

TEST(ColumnFeatures, ReachTheirBoundsAndNeverExceedThem) {
  const std::vector<Enumerated> all = enumerated_columns();
  std::mt19937 random(3);
  for (std::size_t round = 0; round < 200; ++round) {
    std::vector<Enumerated> columns;
    if (round < all.size()) columns.push_back(all[round]);
    while (round >= all.size() && columns.size() < 3) columns.push_back(all[random() % all.size()]);
    ColumnChoice choice;
    std::vector<Interval> uncoded;
    bool is_made = false;
    for (const Enumerated& column : columns) {
      choice.features.push_back(column.coding);
      uncoded.push_back(column.range);
      is_made = is_made || column.coding.range || column.coding.missing ||
                column.coding.encoding != ColumnEncoding::code;
    }
    const FeatureBounds bounds = bounds_of_choice(choice, uncoded);
    const Norms most = largest_norms(columns);
    const long double square = static_cast<long double>(bounds.l2) * bounds.l2;
    EXPECT_GE(bounds.l1, most.l1);
    EXPECT_GE(square, most.square);
    EXPECT_EQ(bounds.linf, static_cast<double>(most.linf));
    EXPECT_LE(bounds.l1, most.l1 * (1 + 1e-15L)) << round;
    // Plain numbers and codes keep the looser l2 of old.
    EXPECT_TRUE(!is_made || square <= most.square * (1 + 1e-15L)) << round;
  }
}

TEST(ColumnFeatures, ReachTheirBoundsOnceRangesAreChosenAndNeverExceedThem) {
  // A number, one with a filling in the middle of any range, and words.
  ColumnChoice choice;
  choice.features = {{.name = "a"},
                     {.name = "b", .missing = 0.0, .has_indicator = true},
                     {.name = "c", .words = {"x", "y"}, .encoding = ColumnEncoding::one_hot}};
  EXPECT_EQ(unranged_features(choice), (std::vector<Index>{0, 1}));
  const FeatureBounds bounds = bounds_once_ranged(choice);
  double l1 = 0, square = 0, linf = 0;
  for (const double a : {-1.0, 0.3, 1.0}) {
    for (const double b : {-1.0, 0.0, 1.0}) {  // where a range puts a number or the filling
      for (const double is_missing : {0.0, 1.0}) {
        l1 = std::max(l1, std::fabs(a) + std::fabs(b) + is_missing + 1);
        square = std::max(square, a * a + b * b + is_missing + 1);
        linf = std::max(linf, 1.0);
      }
    }
  }
  EXPECT_DOUBLE_EQ(bounds.l1, l1);
  EXPECT_DOUBLE_EQ(bounds.l2, std::sqrt(square));
  EXPECT_DOUBLE_EQ(bounds.linf, linf);
  EXPECT_GE(bounds.l1, l1);
  EXPECT_GE(bounds.l2 * bounds.l2, square);
}

TEST(ColumnFeatures, OfManyLevelsCountOnceInEveryNorm) {
  std::vector<std::string> words;
  for (int k = 0; k < 1000; ++k) words.push_back("w" + std::to_string(k));
  const ColumnCoding one_hot{.name = "job", .words = words, .encoding = ColumnEncoding::one_hot};
  const FeatureBounds bounds =
      bounds_of_choice({.features = {one_hot, one_hot, one_hot}, .target = std::nullopt}, {});
  EXPECT_EQ(bounds.l1, 3);
  EXPECT_EQ(bounds.l2, square_root_upward(3));
  EXPECT_EQ(bounds.linf, 1);
  EXPECT_EQ(one_hot.width(), 1000);
}

TEST(ColumnFeatures, OfPlainNumbersAndCodesKeepTheBoundsOfBefore) {
  const ColumnCoding coded{.name = "job", .words = {"a", "b", "c"}};
  const ColumnCoding plain{.name = "age"};
  const std::vector<Interval> ranges = {{}, {-3, 7}, {}};
  const FeatureBounds bounds =
      bounds_of_choice({.features = {coded, plain, coded}, .target = coded}, ranges);
  const FeatureBounds before = bounds_of_columns(std::vector<Interval>{{0, 2}, {-3, 7}, {0, 2}});
  EXPECT_EQ(bounds.l1, before.l1);
  EXPECT_EQ(bounds.l2, before.l2);
  EXPECT_EQ(bounds.linf, before.linf);
  EXPECT_EQ(bounds.target_upper, 2);
  const FeatureBounds open = bounds_of_choice({.features = {coded, plain}, .target = coded}, {});
  EXPECT_TRUE(std::isinf(open.l1) && std::isinf(open.l2) && std::isinf(open.linf));
}

TEST(ColumnFeatures, HaveNamesAndOrigins) {
  const ColumnCoding job{.name = "job",
                         .words = {"clerk", "chief"},
                         .other = "other",
                         .encoding = ColumnEncoding::one_hot,
                         .missing = 2.0,
                         .has_indicator = true};
  const ColumnCoding age{.name = "age", .range = Interval{17, 90}};
  const ColumnCoding hours{
      .name = Index{3}, .edges = {20, 40}, .encoding = ColumnEncoding::one_hot};
  const ColumnCoding pay{.name = Index{1}, .missing = 0.0, .has_indicator = true};
  const ColumnChoice choice{.features = {job, age, hours, pay}, .target = std::nullopt};
  const std::vector<std::string> own = {"id", "pay"};
  EXPECT_EQ(feature_names(choice, own, &plain_text),
            (std::vector<std::string>{"job=clerk", "job=chief", "job=other", "job is missing",
                                      "age", "column 3 < 20", "column 3 in [20, 40)",
                                      "column 3 >= 40", "pay", "pay is missing"}));
  const auto level = [](std::size_t column, std::size_t k) {
    return FeatureOrigin{.column = column, .level = k};
  };
  EXPECT_EQ(
      feature_origins(choice),
      (std::vector<FeatureOrigin>{
          level(0, 0), level(0, 1), level(0, 2), FeatureOrigin{.column = 0, .is_indicator = true},
          FeatureOrigin{.column = 1}, level(2, 0), level(2, 1), level(2, 2),
          FeatureOrigin{.column = 3}, FeatureOrigin{.column = 3, .is_indicator = true}}));
  EXPECT_EQ(width_of(choice), std::ssize(feature_origins(choice)));
}

CsvOptions with_header(std::vector<ColumnCoding> features) {
  CsvOptions options;
  options.header = CsvHeader::yes;
  options.columns = ColumnChoice{.features = std::move(features), .target = std::nullopt};
  return options;
}

TEST(ColumnFeatures, OfAFileAreCalledByItsHeader) {
  const ColumnCoding job{
      .name = Index{1}, .words = {"x", "y"}, .encoding = ColumnEncoding::one_hot};
  const ColumnCoding age{.name = "age",
                         .edges = {0.1, 2e6},
                         .encoding = ColumnEncoding::one_hot,
                         .missing = 1.0,
                         .has_indicator = true};
  const auto table =
      testing::read_in_pieces<CsvReader>("age,job,t\n3,y,0\n,x,1\n", with_header({job, age}), 2);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->feature_names,
            (std::vector<std::string>{"job=x", "job=y", "age < 0.1", "age in [0.1, 2000000)",
                                      "age >= 2000000", "age is missing"}));
  EXPECT_EQ(row_of(table->data, 0), (Row{0, 1, 0, 1, 0, 0}));
  EXPECT_EQ(row_of(table->data, 1), (Row{1, 0, 0, 1, 0, 1}));
}

TEST(ColumnFeatures, OfAMissingCellAreAnErrorThatNamesTheWayOn) {
  const auto expect = [](const ColumnCoding& coding, ErrorCode code, std::string_view part) {
    testing::expect_error<CsvReader>("b,a,t\n1,?,0\n", with_header({coding}), code,
                                     "line 2, column 2", part);
  };
  expect({.name = "a"}, ErrorCode::missing_value, "\"missing\" of the column");
  expect({.name = "a", .range = Interval{0, 1}}, ErrorCode::missing_value, "\"missing\"");
  expect({.name = "a", .edges = {1}}, ErrorCode::missing_value, "\"missing\"");
  expect({.name = "a", .words = {"x", "y"}}, ErrorCode::unknown_category, "\"missing\"");
  // Of all columns, and of a column that is not the one whose cells are filled.
  CsvOptions all;
  testing::expect_error<CsvReader>("b,a,t\n1,,0\n", all, ErrorCode::missing_value,
                                   "line 2, column 2", "\"missing\" of the column");
  testing::expect_error<CsvReader>(
      "b,a,t\n,,0\n", with_header({{.name = "b", .missing = 1.0}, {.name = "a"}}),
      ErrorCode::missing_value, "line 2, column 2", "\"missing\" of the column");
  // What is no mark of a missing value stays an error.
  testing::expect_error<CsvReader>("b,a,t\n1,nan,0\n", with_header({{.name = "a", .missing = 1.0}}),
                                   ErrorCode::not_finite, "line 2, column 2", "nan");
  testing::expect_error<CsvReader>("b,a,t\n1,x,0\n", with_header({{.name = "a", .missing = 1.0}}),
                                   ErrorCode::not_a_number, "line 2, column 2", "\"x\"");
}

}  // namespace
}  // namespace noisy
