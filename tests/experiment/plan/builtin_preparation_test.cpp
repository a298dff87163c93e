#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/data/builtin_data.h"
#include "engine/experiment/plan/load_data.h"
#include "engine/question/suggestions.h"
#include "tests/experiment/session/run_session.h"

namespace noisy {
namespace {

using testing::at_path;
using testing::result_of;
using testing::small_experiment;
using testing::with;

/// The data set as the catalogue suggests to prepare it, minimized without noise.
Json without_noise(const BuiltinData& data) {
  const std::string loss = suggested_loss(data);
  Json tree = with(small_experiment(), "data", R"({"kind":"builtin","name":")" + data.name + "\"}");
  tree = with(tree, "data.preprocess", write_json(suggested_preprocess(data)));
  tree = with(tree, "problem",
              R"({"loss":")" + loss + R"(","regularizer":{"kind":"l2","strength":0.02}})");
  tree = with(tree, "privacy", R"({"notion":"none"})");
  tree = with(tree, "algorithms", R"([{"id":"nag","parameters":{"iterations":400,"start":0}}])");
  tree = with(tree, "run.repeats", "1");
  return with(tree, "run.diagnostics",
              loss == "logistic" ? R"(["objective","suboptimality","accuracy"])"
                                 : R"(["objective","suboptimality"])");
}

Json final_of(const BuiltinData& data) {
  Json final = at_path(result_of(without_noise(data)), "runs.0.nonPrivate.final");
  EXPECT_LT(at_path(final, "suboptimality").number(), 1e-4) << data.name;
  return final;
}

double accuracy_of(std::string_view name) {
  return at_path(final_of(*find_builtin(name)), "accuracy").number();
}

std::shared_ptr<const LoadedData> prepared(const BuiltinData& data) {
  const auto experiment = read_experiment(write_json(without_noise(data)));
  DataLoader loader(experiment->data, {.labels = suggested_loss(data) == "logistic"},
                    DataLayout::rows, 1e9);
  return *loader.finish();
}

TEST(BuiltinPreparation, LetsAModelWithoutNoiseLearnTheBreastCancerData) {
  EXPECT_GE(accuracy_of("breast-cancer"), 0.92);
}

TEST(BuiltinPreparation, LetsAModelWithoutNoiseTellOddDigitsFromEvenOnes) {
  EXPECT_GE(accuracy_of("digits"), 0.85);
}

TEST(BuiltinPreparation, LetsAModelWithoutNoiseExplainDiabetesProgression) {
  const BuiltinData& data = *find_builtin("diabetes");
  const auto loaded = prepared(data);
  const auto targets = std::get<DenseData>(loaded->records).targets();
  const auto n = static_cast<double>(targets.size());
  double mean = 0, squares = 0;
  for (const double target : targets) mean += target / n;
  for (const double target : targets) squares += (target - mean) * (target - mean) / n;
  // The objective is half the mean squared residual and the regularizer, which is not negative.
  const double residual = 2 * at_path(final_of(data), "objective").number();
  EXPECT_GE(1 - residual / squares, 0.4);
}

TEST(BuiltinPreparation, BoundsRowsByANormThatMostOfThemMeet) {
  for (const BuiltinData& data : builtin_data()) {
    const auto loaded = prepared(data);
    EXPECT_EQ(loaded->counts.back().step, "clip-rows") << data.name;
    EXPECT_LT(2 * loaded->counts.back().rows, loaded->samples()) << data.name;
    EXPECT_EQ(loaded->facts.bounds.l2, data.suggested.row_bound) << data.name;
    EXPECT_TRUE(loaded->facts.certified) << data.name;
  }
}

TEST(BuiltinPreparation, UsualRangesAreWithinThoseThatNoValueLeaves) {
  for (const BuiltinData& data : builtin_data()) {
    for (std::size_t j = 0; j < data.columns.size(); ++j) {
      const BuiltinColumn& column = data.columns[j];
      EXPECT_GE(column.usual.lower, column.range.lower) << data.name << ": " << column.name;
      EXPECT_LE(column.usual.upper, column.range.upper) << data.name << ": " << column.name;
      EXPECT_LT(column.usual.lower, column.usual.upper);
    }
    EXPECT_FALSE(data.suggested.source.empty());
  }
}

}  // namespace
}  // namespace noisy
