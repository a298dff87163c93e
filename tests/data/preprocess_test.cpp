#include "engine/data/preprocess.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/data/generator.h"
#include "engine/data/inline_data.h"
#include "tests/data/reading.h"

namespace noisy {
namespace {

using testing::row_of;
using testing::targets_of;
using Row = std::vector<double>;
using Steps = std::vector<PreprocessStep>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PipelineFacts unknown_facts(Index features) {
  PipelineFacts facts;
  facts.features = features;
  return facts;
}

PreparedData prepare(const std::vector<Row>& features, const Row& targets, const Steps& steps) {
  auto data = inline_data(features, targets, DataLayout::panels, added_columns(steps));
  auto prepared = preprocess(std::move(*data), unknown_facts(data->features()), steps);
  EXPECT_TRUE(prepared.has_value()) << prepared.error().message;
  return std::move(*prepared);
}

PipelineFacts facts_after(Index features, const Steps& steps, FeatureBounds bounds = {}) {
  PipelineFacts facts = unknown_facts(features);
  facts.bounds = bounds;
  const auto after = preprocessed_facts(facts, steps);
  EXPECT_TRUE(after.has_value()) << after.error().message;
  return *after;
}

void expect_norms(const FeatureBounds& bounds, double l1, double l2, double linf) {
  EXPECT_DOUBLE_EQ(bounds.l1, l1);
  EXPECT_DOUBLE_EQ(bounds.l2, l2);
  EXPECT_DOUBLE_EQ(bounds.linf, linf);
}

TEST(Preprocess, ClipsRowsAndCountsThem) {
  const auto prepared =
      prepare({{3, 4}, {0.3, 0.4}, {-6, 8}}, {1, 2, 3}, {ClipRows{RowNorm::l2, 5.0}});
  EXPECT_EQ(row_of(prepared.data, 0), (Row{3, 4}));
  EXPECT_EQ(row_of(prepared.data, 1), (Row{0.3, 0.4}));
  EXPECT_EQ(row_of(prepared.data, 2), (Row{-3, 4}));
  EXPECT_EQ(targets_of(prepared.data), (Row{1, 2, 3}));
  EXPECT_EQ(prepared.counts[0].step, "clip-rows");
  EXPECT_EQ(prepared.counts[0].rows, 1);
  EXPECT_TRUE(prepared.facts.certified);
}

TEST(Preprocess, NormalizesEveryNonZeroRow) {
  const auto prepared = prepare({{3, 4}, {0, 0}, {0, -1}}, {0, 0, 0},
                                {ClipRows{RowNorm::l2, 10.0, ClipRows::Mode::normalize}});
  EXPECT_EQ(row_of(prepared.data, 0), (Row{6, 8}));
  EXPECT_EQ(row_of(prepared.data, 1), (Row{0, 0}));
  EXPECT_EQ(row_of(prepared.data, 2), (Row{0, -10}));
  EXPECT_EQ(prepared.counts[0].rows, 2);
}

TEST(Preprocess, ScalesColumnsIntoTheUnitIntervalAndCountsWhatItClamps) {
  const auto prepared =
      prepare({{5, -1}, {20, 2}, {-1, 0}}, {0, 0, 0}, {ScaleColumns{{0, -2}, {10, 2}, {0, 1}}});
  EXPECT_EQ(row_of(prepared.data, 0), (Row{0.5, 0.25}));
  EXPECT_EQ(row_of(prepared.data, 1), (Row{1, 1}));
  EXPECT_EQ(row_of(prepared.data, 2), (Row{0, 0.5}));
  EXPECT_EQ(prepared.counts[0].values, 2);
  EXPECT_EQ(row_of(prepare({{8, 4}}, {0}, {ScaleColumns{{0}, {16}, {0, 1}}}).data, 0),
            (Row{0.5, 0.25}));
}

TEST(Preprocess, MapsColumnsToAStatedRangeWhichIsAroundZeroByDefault) {
  const std::vector<Row> rows = {{0, 4}, {10, 8}, {2.5, 100}};
  const auto centered = prepare(rows, {0, 0, 0}, {ScaleColumns{{0, 4}, {10, 8}}});
  EXPECT_EQ(row_of(centered.data, 0), (Row{-1, -1}));
  EXPECT_EQ(row_of(centered.data, 1), (Row{1, 1}));
  EXPECT_EQ(row_of(centered.data, 2), (Row{-0.5, 1}));
  EXPECT_EQ(centered.facts.bounds.linf, 1);
  const auto stated = prepare(rows, {0, 0, 0}, {ScaleColumns{{0, 4}, {10, 8}, {-2, 6}}});
  EXPECT_EQ(row_of(stated.data, 2), (Row{0, 6}));
  EXPECT_EQ(stated.facts.bounds.linf, 6);
}

TEST(Preprocess, ClampsTheTargetAndLeavesItsUnit) {
  const auto prepared = prepare({{1}, {1}, {1}, {1}}, {0, 100, 400, 900}, {ClampTarget{50, 400}});
  EXPECT_EQ(targets_of(prepared.data), (Row{50, 100, 400, 400}));
  EXPECT_EQ(prepared.facts.bounds.target_lower, 50);
  EXPECT_EQ(prepared.facts.bounds.target_upper, 400);
  EXPECT_EQ(prepared.counts[0].step, "clamp-target");
  EXPECT_EQ(prepared.counts[0].values, 2);
}

TEST(Preprocess, AddsSelectsAndLabels) {
  const auto prepared = prepare({{1, 2, 3}, {4, 5, 6}}, {7, 8},
                                {SelectColumns{{2, 0}}, AddIntercept{0.5}, MapLabels{{8}}});
  EXPECT_EQ(row_of(prepared.data, 1), (Row{6, 4, 0.5}));
  EXPECT_EQ(targets_of(prepared.data), (Row{-1, 1}));
  EXPECT_EQ(prepared.facts.features, 3);
  EXPECT_EQ(prepared.counts.size(), 3u);
}

TEST(Preprocess, ScalesTheTarget) {
  const auto prepared = prepare({{1}, {1}, {1}, {1}}, {0, 100, 400, 900}, {ScaleTarget{0, 400}});
  EXPECT_EQ(targets_of(prepared.data), (Row{-1, -0.5, 1, 1}));
  EXPECT_EQ(prepared.facts.bounds.target_lower, -1);
  EXPECT_EQ(prepared.facts.bounds.target_upper, 1);
  EXPECT_EQ(prepared.counts[0].values, 1);
}

TEST(Preprocess, StandardizesAndSaysThatItUsedTheData) {
  const auto prepared = prepare({{1, 7}, {3, 7}}, {0, 0}, {Standardize{}});
  EXPECT_EQ(row_of(prepared.data, 0), (Row{-1, 0}));
  EXPECT_EQ(row_of(prepared.data, 1), (Row{1, 0}));
  EXPECT_FALSE(prepared.facts.certified);
  ASSERT_EQ(prepared.facts.reasons.size(), 1u);
  expect_norms(prepared.facts.bounds, kInfinity, kInfinity, kInfinity);
  // A later clip bounds the rows again, but the mean is in them.
  const auto clipped = facts_after(2, {Standardize{}, ClipRows{RowNorm::l2, 1.0}});
  EXPECT_EQ(clipped.bounds.l2, 1.0);
  EXPECT_FALSE(clipped.certified);
}

TEST(PublicBounds, FollowEachStepsRule) {
  expect_norms(facts_after(16, {ScaleColumns{{0}, {1}, {0, 1}}}).bounds, 16, 4, 1);
  expect_norms(facts_after(16, {ClipRows{RowNorm::l2, 3}}).bounds, 12, 3, 3);
  expect_norms(facts_after(16, {ClipRows{RowNorm::l1, 3}}).bounds, 3, 3, 3);
  expect_norms(facts_after(16, {ClipRows{RowNorm::linf, 3}}).bounds, 48, 12, 3);
  // A clip lowers; it keeps the sharper bounds from before.
  expect_norms(facts_after(16, {ScaleColumns{{0}, {1}, {0, 1}}, ClipRows{RowNorm::l2, 3}}).bounds,
               12, 3, 1);
  expect_norms(facts_after(16, {ScaleColumns{{0}, {1}, {0, 1}}, ClipRows{RowNorm::l1, 100}}).bounds,
               16, 4, 1);
  // Normalizing raises; it forgets them.
  const ClipRows normalize{RowNorm::l2, 30, ClipRows::Mode::normalize};
  expect_norms(facts_after(16, {ScaleColumns{{0}, {1}, {0, 1}}, normalize}).bounds, 120, 30, 30);
  expect_norms(facts_after(16, {ClipRows{RowNorm::l2, 3}, AddIntercept{-4}}).bounds, 16, 5, 4);
  expect_norms(
      facts_after(16, {ScaleColumns{{0}, {1}, {0, 1}}, SelectColumns{{1, 2, 3, 4}}}).bounds, 4, 2,
      1);
  expect_norms(facts_after(16, {AddIntercept{1}}).bounds, kInfinity, kInfinity, kInfinity);
}

TEST(PublicBounds, ComeFromTheSourceWhenItHasSome) {
  FeatureBounds bounds;
  bounds.linf = 1;
  expect_norms(facts_after(9, {}, bounds).bounds, 9, 3, 1);
  const auto made = make_synthetic({.samples = 10, .features = 20});
  const auto prepared = preprocess(std::move(*made->data.clone()), {20, made->bounds, true, {}},
                                   Steps{ClipRows{RowNorm::l1, 20}});
  EXPECT_EQ(prepared->facts.bounds.l1, 20);
  EXPECT_EQ(prepared->counts[0].rows, 0);  // never active: 20 features of at most 1
}

TEST(PublicBounds, HoldForEveryRowAfterEveryPipeline) {
  const std::vector<Steps> pipelines = {
      {ClipRows{RowNorm::l1, 0.7}, AddIntercept{0.1}},
      {ScaleColumns{{-0.3}, {0.9}, {0, 1}}, ClipRows{RowNorm::l2, 0.3}, AddIntercept{1.0 / 3}},
      {AddIntercept{3}, ClipRows{RowNorm::l2, 1.1}},
      {ClipRows{RowNorm::linf, 0.1, ClipRows::Mode::normalize}, SelectColumns{{3, 1, 6}}},
      {ScaleColumns{{0.1}, {0.3}, {0, 1}}, ScaleTarget{-0.3, 0.1}},
  };
  for (const Steps& steps : pipelines) {
    for (const DataLayout layout : {DataLayout::panels, DataLayout::rows}) {
      auto made = make_synthetic({.name = "linear", .samples = 3000, .features = 7}, layout);
      const auto prepared = preprocess(std::move(made->data), {7, made->bounds, true, {}}, steps);
      ASSERT_TRUE(prepared.has_value());
      const FeatureBounds& bounds = prepared->facts.bounds;
      for (Index i = 0; i < prepared->data.samples(); ++i) {
        long double l1 = 0, squares = 0, largest = 0;
        for (const long double value : row_of(prepared->data, i)) {
          l1 += std::fabs(value);
          squares += value * value;
          largest = std::max(largest, std::fabs(value));
        }
        // 1e-18: what sums of ten terms in long double may err.
        ASSERT_LE(l1, bounds.l1 * (1 + 1e-18L));
        ASSERT_LE(squares, static_cast<long double>(bounds.l2) * bounds.l2 * (1 + 1e-18L));
        ASSERT_LE(largest, bounds.linf);
        const double target = prepared->data.targets()[static_cast<std::size_t>(i)];
        ASSERT_TRUE(target >= bounds.target_lower && target <= bounds.target_upper);
      }
    }
  }
}

TEST(Preprocess, NamesTheFieldOfAnError) {
  const auto expect = [](const PreprocessStep& step, std::string_view field) {
    const auto facts = preprocessed_facts(unknown_facts(2), Steps{AddIntercept{}, step});
    ASSERT_FALSE(facts.has_value()) << field;
    EXPECT_EQ(facts.error().code, ErrorCode::invalid_value);
    EXPECT_EQ(facts.error().field, "data.preprocess.1." + std::string(field));
  };
  expect(ClipRows{RowNorm::l1, 0}, "bound");
  expect(ClipRows{RowNorm::l1, -1}, "bound");
  expect(ClipRows{RowNorm::l1, NAN}, "bound");
  expect(ClipRows{RowNorm::l1, kInfinity}, "bound");
  expect(ScaleColumns{{0, 0}, {1}, {0, 1}}, "lower");
  expect(ScaleColumns{{0}, {}, {0, 1}}, "upper");
  expect(ScaleColumns{{0}, {0}, {0, 1}}, "upper");
  expect(ScaleColumns{{0, 0, 5}, {1, 1, 4}, {0, 1}}, "upper.2");
  expect(ScaleColumns{{-1e308}, {1e308}, {0, 1}}, "upper");
  expect(AddIntercept{NAN}, "value");
  expect(MapLabels{}, "positive");
  expect(ScaleColumns{{0}, {1}, {1, 1}}, "to");
  expect(ScaleColumns{{0}, {1}, {0, kInfinity}}, "to");
  expect(ScaleTarget{1, 1}, "upper");
  expect(ClampTarget{1, 1}, "upper");
  expect(ClampTarget{0, NAN}, "upper");
  expect(SelectColumns{}, "columns");
  expect(SelectColumns{{0, 3}}, "columns.1");
  expect(SelectColumns{{0, 0}}, "columns");
  auto data = inline_data({{1.0, 1e200}, {1.0, -1e200}}, {0, 0});
  const auto prepared = preprocess(std::move(*data), unknown_facts(2), Steps{Standardize{}});
  ASSERT_FALSE(prepared.has_value());
  EXPECT_EQ(prepared.error().code, ErrorCode::not_finite);
  EXPECT_EQ(prepared.error().field, "data.preprocess.0");
}

}  // namespace
}  // namespace noisy
