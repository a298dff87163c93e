#include "engine/data/labels.h"

#include <gtest/gtest.h>

namespace noisy {
namespace {

using Labels = std::vector<double>;

Labels used(Labels labels) {
  EXPECT_TRUE(use_binary_labels(labels).has_value());
  return labels;
}

TEST(BinaryLabels, TakesMinusOneAndOneOrZeroAndOne) {
  EXPECT_EQ(used({-1, 1, 1}), (Labels{-1, 1, 1}));
  EXPECT_EQ(used({0, 1, 0}), (Labels{-1, 1, -1}));
  EXPECT_EQ(used({0, 0}), (Labels{-1, -1}));
  EXPECT_EQ(used({1, 1}), (Labels{1, 1}));
}

TEST(BinaryLabels, SaysHowManyValuesItSawAndNotWhich) {
  const auto expect = [](Labels labels, std::string_view seen) {
    const Result<void> outcome = use_binary_labels(labels);
    ASSERT_FALSE(outcome.has_value());
    EXPECT_EQ(outcome.error().code, ErrorCode::invalid_labels);
    EXPECT_EQ(outcome.error().field, "data.target");
    EXPECT_NE(outcome.error().message.find(seen), std::string::npos) << outcome.error().message;
    EXPECT_NE(outcome.error().message.find("\"kind\": \"labels\""), std::string::npos);
  };
  expect({0, 1, 2, 1}, "hold 3 distinct values, a two-class");
  expect({-1, 0, 1}, "hold 3 distinct values, a two-class");
  expect({1, 2}, "hold 2 distinct values, a two-class");
  expect({0.5, 0.5}, "hold one value, a two-class");
  expect({9, 8, 7, 6, 5, 4, 3, 2}, "hold more than 5 distinct values, a two-class");
}

TEST(MapLabels, MakesTheNamedValuesPositive) {
  Labels labels{0, 1, 2, 3, 2};
  map_labels(labels, Labels{2, 3});
  EXPECT_EQ(labels, (Labels{-1, -1, 1, 1, 1}));
}

}  // namespace
}  // namespace noisy
