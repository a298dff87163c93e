#include <gtest/gtest.h>

#include <set>

#include "engine/data/inline_data.h"
#include "engine/data/preprocess.h"
#include "engine/data/sparse_generator.h"
#include "tests/data/reading.h"
#include "tests/data/sparse_rows.h"

namespace noisy {
namespace {

using Steps = std::vector<PreprocessStep>;

PipelineFacts facts_of(Index features) {
  PipelineFacts facts;
  facts.features = features;
  return facts;
}

SparseData words() {
  return std::move(
      make_sparse_synthetic({.name = "text-like", .samples = 300, .features = 120})->data);
}

/// The same steps on the same records, sparse and with their zeros, give the same records, bounds
/// and counts.
void expect_the_same_as_dense(const Steps& steps) {
  const SparseData data = words();
  auto dense = to_dense(data, DataLayout::panels, added_columns(steps), 1e9);
  const auto want = preprocess(std::move(*dense), facts_of(120), steps);
  const auto got = preprocess(data.clone(), facts_of(120), steps);
  ASSERT_TRUE(want.has_value()) << want.error().message;
  ASSERT_TRUE(got.has_value()) << got.error().message;
  ASSERT_EQ(got->data.samples(), want->data.samples());
  ASSERT_EQ(got->data.features(), want->data.features());
  for (Index i = 0; i < got->data.samples(); ++i) {
    EXPECT_EQ(testing::dense_row(got->data, i), testing::row_of(want->data, i));
    for (const double value : got->data.values(i)) EXPECT_NE(value, 0);
  }
  EXPECT_EQ(std::vector<double>(got->data.targets().begin(), got->data.targets().end()),
            testing::targets_of(want->data));
  EXPECT_EQ(got->facts.bounds.l1, want->facts.bounds.l1);
  EXPECT_EQ(got->facts.bounds.l2, want->facts.bounds.l2);
  EXPECT_EQ(got->facts.bounds.linf, want->facts.bounds.linf);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(got->counts[i].step, want->counts[i].step);
    EXPECT_EQ(got->counts[i].rows, want->counts[i].rows);
    EXPECT_EQ(got->counts[i].values, want->counts[i].values);
  }
}

TEST(PreprocessSparse, EveryStepGivesWhatItGivesDense) {
  expect_the_same_as_dense({ClipRows{RowNorm::l1, 4.2}});
  expect_the_same_as_dense({ClipRows{RowNorm::l2, 0.3, ClipRows::Mode::normalize}});
  expect_the_same_as_dense({ClipRows{RowNorm::linf, 0.2}});
  expect_the_same_as_dense({ScaleColumns{{0}, {0.25}, {0, 1}}});
  expect_the_same_as_dense(
      {ScaleColumns{{0.1}, {0.25}, {0, 1}}});               // zeros are clamped, and stay zeros
  expect_the_same_as_dense({ScaleColumns{{-0.2}, {0.2}}});  // 0 stays the middle
  expect_the_same_as_dense({ScaleColumns{{-3}, {0}, {-2, 0}}});
  expect_the_same_as_dense({AddIntercept{0.5}});
  expect_the_same_as_dense({MapLabels{{-1}}});
  expect_the_same_as_dense({ScaleTarget{-0.5, 2}});
  expect_the_same_as_dense({ClampTarget{-0.5, 2}});
  expect_the_same_as_dense({SelectColumns{{7, 3, 0, 119, 5}}});
  expect_the_same_as_dense({SampleRows{77, 5}});
  expect_the_same_as_dense({HoldOut{77, 5}});
}

TEST(PreprocessSparse, PipelinesGiveWhatTheyGiveDense) {
  expect_the_same_as_dense({SampleRows{100, 2}, ScaleColumns{{0}, {0.5}, {0, 1}}, AddIntercept{1},
                            ClipRows{RowNorm::l2, 1}, MapLabels{{1}},
                            SelectColumns{{120, 4, 2, 0}}});
}

TEST(PreprocessSparse, RefusesStepsThatWouldFillTheZeros) {
  const auto refusal = [](const PreprocessStep& step) {
    const auto made = preprocess(words(), facts_of(120), Steps{ClipRows{}, step});
    EXPECT_FALSE(made.has_value());
    return made.error();
  };
  const Error scaled = refusal(ScaleColumns{{-1}, {2}});
  EXPECT_EQ(scaled.code, ErrorCode::conflicting_fields);
  EXPECT_EQ(scaled.field, "data.preprocess.1.lower");
  EXPECT_NE(scaled.message.find("dense"), std::string::npos);
  const Error standardized = refusal(Standardize{});
  EXPECT_EQ(standardized.code, ErrorCode::conflicting_fields);
  EXPECT_EQ(standardized.field, "data.preprocess.1");
}

TEST(SampleRows, KeepsAFixedSubsetInOrder) {
  const auto kept = [](Index count, std::uint64_t seed) {
    std::vector<std::vector<double>> rows;
    std::vector<double> targets;
    for (int i = 0; i < 50; ++i) {
      rows.push_back({static_cast<double>(i)});
      targets.push_back(100.0 + i);
    }
    auto data = inline_data(rows, targets, DataLayout::rows, 0);
    const auto made = preprocess(std::move(*data), facts_of(1), Steps{SampleRows{count, seed}});
    EXPECT_TRUE(made.has_value());
    std::vector<double> values;
    for (Index i = 0; i < made->data.samples(); ++i) {
      values.push_back(made->data.feature(i, 0));
      EXPECT_EQ(made->data.targets()[static_cast<std::size_t>(i)], 100 + values.back());
    }
    return values;
  };
  const auto some = kept(20, 1);
  EXPECT_EQ(some.size(), 20u);
  EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
  EXPECT_EQ(std::set<double>(some.begin(), some.end()).size(), 20u);
  EXPECT_EQ(some, kept(20, 1));
  EXPECT_NE(some, kept(20, 2));
  EXPECT_EQ(kept(50, 1).size(), 50u);
}

/// Every row is on one side, and the same seed as that of a sample chooses others.
TEST(HoldOut, DividesTheRowsInOrder) {
  const auto made = preprocess(words(), facts_of(120), Steps{ClipRows{}, HoldOut{70, 3}});
  ASSERT_TRUE(made.has_value());
  ASSERT_TRUE(made->held_out.has_value());
  EXPECT_EQ(made->data.samples(), 230);
  EXPECT_EQ(made->held_out->samples(), 70);
  const auto all = preprocess(words(), facts_of(120), Steps{ClipRows{}});
  Index kept = 0, held_out = 0;
  for (Index i = 0; i < 300; ++i) {
    const auto row = testing::dense_row(all->data, i);
    const bool is_kept = kept < 230 && testing::dense_row(made->data, kept) == row;
    if (is_kept) {
      ++kept;
    } else {
      ASSERT_LT(held_out, 70);
      EXPECT_EQ(testing::dense_row(*made->held_out, held_out++), row);
    }
  }
  EXPECT_EQ(kept, 230);
  const auto sampled = preprocess(words(), facts_of(120), Steps{ClipRows{}, SampleRows{70, 3}});
  bool is_same = true;
  for (Index i = 0; i < 70; ++i) {
    is_same =
        is_same && testing::dense_row(*made->held_out, i) == testing::dense_row(sampled->data, i);
  }
  EXPECT_FALSE(is_same);
}

TEST(HoldOut, GivesDenseRecordsTheSame) {
  const Steps steps = {HoldOut{77, 5}};
  auto dense = preprocess(*to_dense(words(), DataLayout::panels, 0, 1e9), facts_of(120), steps);
  const auto sparse = preprocess(words(), facts_of(120), steps);
  ASSERT_TRUE(dense && dense->held_out);
  for (Index i = 0; i < 77; ++i) {
    EXPECT_EQ(testing::dense_row(*sparse->held_out, i), testing::row_of(*dense->held_out, i));
  }
}

TEST(HoldOut, LeavesRowsAndIsTheLastStep) {
  const auto refusal = [](const Steps& steps) {
    const auto made = preprocess(words(), facts_of(120), steps);
    EXPECT_FALSE(made.has_value());
    return made ? Error{} : made.error();
  };
  EXPECT_EQ(refusal({HoldOut{300, 1}}).field, "data.preprocess.0.count");
  EXPECT_EQ(refusal({HoldOut{0, 1}}).field, "data.preprocess.0.count");
  const Error early = refusal({HoldOut{10, 1}, ClipRows{}});
  EXPECT_EQ(early.code, ErrorCode::conflicting_fields);
  EXPECT_EQ(early.field, "data.preprocess.0");
  EXPECT_TRUE(preprocess(words(), facts_of(120), Steps{HoldOut{299, 1}}).has_value());
}

TEST(SampleRows, NamesTheFieldOfAnError) {
  const auto more = preprocess(words(), facts_of(120), Steps{SampleRows{301, 1}});
  ASSERT_FALSE(more.has_value());
  EXPECT_EQ(more.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(more.error().field, "data.preprocess.0.count");
  EXPECT_NE(more.error().message.find("300"), std::string::npos);
  EXPECT_FALSE(preprocess(words(), facts_of(120), Steps{SampleRows{0, 1}}).has_value());
}

}  // namespace
}  // namespace noisy
