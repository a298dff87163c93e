#include "engine/data/builtin_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/data/builtin_text.h"
#include "engine/data/csv_reader.h"
#include "engine/data/data_hash.h"
#include "engine/data/inline_data.h"
#include "engine/data/source_bounds.h"
#include "engine/random/sha256.h"
#include "tests/data/reading.h"

namespace noisy {
namespace {

NamedData as_read(std::string_view name) {
  const std::string_view text = builtin_text(*find_builtin(name));
  CsvOptions options;
  options.header = name == "digits" ? CsvHeader::no : CsvHeader::yes;
  return std::move(*testing::read_in_pieces<CsvReader>(text, options, 1000));
}

TEST(BuiltinData, HasTheShapeAndNamesThatItStates) {
  ASSERT_EQ(builtin_data().size(), 3u);
  for (const BuiltinData& stated : builtin_data()) {
    const Result<LoadedBuiltin> loaded = load_builtin(stated.name);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    EXPECT_EQ(loaded->table.data.samples(), stated.samples);
    EXPECT_EQ(loaded->table.data.features(), static_cast<Index>(stated.columns.size()));
    EXPECT_EQ(loaded->table.feature_names.size(), stated.columns.size());
    EXPECT_FALSE(stated.title.empty() || stated.source.empty() || stated.target.empty());
    EXPECT_NE(stated.licence.find("scikit-learn"), std::string::npos);
  }
}

TEST(BuiltinData, TheStatedRangesContainEveryRecordSoNothingIsClamped) {
  for (const BuiltinData& stated : builtin_data()) {
    EXPECT_EQ(data_hash(load_builtin(stated.name)->table.data),
              data_hash(as_read(stated.name).data))
        << stated.name;
  }
}

TEST(BuiltinData, EveryRecordObeysTheBounds) {
  for (const BuiltinData& stated : builtin_data()) {
    const auto loaded = load_builtin(stated.name, DataLayout::rows);
    const FeatureBounds& bounds = loaded->bounds;
    for (Index i = 0; i < loaded->table.data.samples(); ++i) {
      double l1 = 0, squares = 0, largest = 0;
      for (const double value : testing::row_of(loaded->table.data, i)) {
        l1 += std::fabs(value);
        squares += value * value;
        largest = std::max(largest, std::fabs(value));
      }
      EXPECT_LE(l1, bounds.l1);
      EXPECT_LE(std::sqrt(squares), bounds.l2);
      EXPECT_LE(largest, bounds.linf);
    }
    for (const double target : testing::targets_of(loaded->table.data)) {
      EXPECT_TRUE(target >= bounds.target_lower && target <= bounds.target_upper);
    }
  }
  EXPECT_EQ(load_builtin("digits")->bounds.l1, 64 * 16);
  EXPECT_EQ(load_builtin("digits")->bounds.l2, 8 * 16);
}

TEST(BuiltinData, ClampingMakesAnyRecordObeyTheBounds) {
  for (const BuiltinData& stated : builtin_data()) {
    const std::size_t width = stated.columns.size();
    auto data = inline_data({std::vector<double>(width, 1e300), std::vector<double>(width, -1e300)},
                            {1e300, -1e300});
    clamp_to_ranges(stated, *data);
    const FeatureBounds bounds = builtin_bounds(stated);
    for (Index row = 0; row < 2; ++row) {
      for (std::size_t j = 0; j < width; ++j) {
        const Interval& range = stated.columns[j].range;
        const double end = row == 0 ? range.upper : range.lower;
        EXPECT_EQ(data->feature(row, static_cast<Index>(j)), end) << stated.name;
        EXPECT_LE(std::fabs(end), bounds.linf) << stated.name;
      }
    }
    EXPECT_EQ(testing::targets_of(*data), (std::vector{bounds.target_upper, bounds.target_lower}));
  }
}

TEST(BuiltinData, HasTheClassesOfItsSource) {
  const auto count = [](std::string_view name) {
    std::map<double, int> classes;
    for (const double target : testing::targets_of(load_builtin(name)->table.data))
      ++classes[target];
    return classes;
  };
  EXPECT_EQ(count("breast-cancer"), (std::map<double, int>{{0, 212}, {1, 357}}));
  EXPECT_EQ(load_builtin("breast-cancer")->table.class_names,
            (std::vector<std::string>{"malignant", "benign"}));
  EXPECT_EQ(as_read("breast-cancer").class_names,
            (std::vector<std::string>{"malignant", "benign"}));
  EXPECT_EQ(count("digits")[0], 178);
  EXPECT_EQ(count("digits").size(), 10u);
}

TEST(BuiltinData, IsFrozen) {
  const auto hash = [](std::string_view name) {
    return to_hex(data_hash(load_builtin(name)->table.data)).substr(0, 16);
  };
  EXPECT_EQ(hash("breast-cancer"), "19e505ea193ee18f");
  EXPECT_EQ(hash("digits"), "9177da49a70d71fc");
  EXPECT_EQ(hash("diabetes"), "d3dcef14a28a463e");
}

TEST(BuiltinData, ItsFilesAreThoseWhoseHashesItStates) {
  for (const BuiltinData& stated : builtin_data()) {
    EXPECT_EQ(to_hex(sha256(builtin_text(stated))), stated.sha256) << stated.file;
  }
}

TEST(BuiltinData, NamesWhatExistsWhenANameIsUnknown) {
  const auto loaded = load_builtin("iris");
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().code, ErrorCode::unknown_name);
  EXPECT_EQ(loaded.error().field, "data.name");
  EXPECT_NE(loaded.error().message.find("breast-cancer, digits, diabetes"), std::string::npos);
}

}  // namespace
}  // namespace noisy
