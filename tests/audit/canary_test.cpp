#include "engine/audit/canary.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/audit/piped_records.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

std::shared_ptr<const LoadedData> shape(FeatureBounds bounds, Index features) {
  auto data = DenseData::allocate({.samples = 4, .features = features}).value();
  PipelineFacts facts{.features = features};
  facts.bounds = with_implied_bounds(bounds, features);
  facts.bounds.target_lower = -1;
  facts.bounds.target_upper = 1;
  return std::make_shared<const LoadedData>(LoadedData{
      .records = std::move(data), .facts = facts, .target = "", .hash = "", .counts = {}});
}

ProblemSpec problem(const char* loss, std::optional<GradientClip> clip = std::nullopt) {
  ProblemSpec spec;
  spec.loss = find_loss(loss);
  spec.gradient_clip = clip;
  return spec;
}

Canary found(const ProblemSpec& spec, std::shared_ptr<const LoadedData> data, Mechanism mechanism,
             SensitivityRule rule = SensitivityRule::uniform) {
  const Vector start = Vector::Zero(data->features());
  return find_canary(
      {.problem = spec, .shape = data, .mechanism = mechanism, .rule = rule, .start = start});
}

void expect_inside(const Record& record, const FeatureBounds& bounds) {
  EXPECT_LE(math::l1_norm(record.features), bounds.l1);
  EXPECT_LE(math::l2_norm(record.features), bounds.l2);
  EXPECT_LE(math::linf_norm(record.features), bounds.linf);
  EXPECT_GE(record.target, bounds.target_lower);
  EXPECT_LE(record.target, bounds.target_upper);
}

TEST(Canary, OfLogisticLossWithRowsBoundedInL1ReachesTheSensitivity) {
  // S_1 = 2 R is approached only where both records are badly wrong and point apart; on a single
  // coordinate, so that Laplace noise hides least.
  const auto data = shape({.l1 = 3}, 5);
  const Canary canary = found(problem("logistic"), data, Mechanism::laplace);
  EXPECT_NEAR(canary.bound, 6, 1e-12);
  EXPECT_GT(canary.attained, 0.99 * canary.bound);
  EXPECT_LE(canary.attained, canary.bound);
  EXPECT_EQ(canary.differing, 1);
  expect_inside(canary.usual, data->facts.bounds);
  expect_inside(canary.odd, data->facts.bounds);
}

TEST(Canary, OfABoxUsesAsFewCoordinatesAsReachTheSensitivity) {
  // Rows with |u_j| <= 1 and ||u||_1 <= 2: two coordinates hold the whole norm.
  const auto data = shape({.l1 = 2, .linf = 1}, 6);
  const Canary canary = found(problem("logistic"), data, Mechanism::laplace);
  EXPECT_GT(canary.attained, 0.99 * canary.bound);
  EXPECT_EQ(canary.differing, 2);
  expect_inside(canary.usual, data->facts.bounds);
  expect_inside(canary.odd, data->facts.bounds);
}

TEST(Canary, OfLogisticLossWithRowsBoundedInL2ComesCloseToTheSensitivity) {
  const auto data = shape({.l2 = 2}, 4);
  const Canary canary = found(problem("logistic"), data, Mechanism::gaussian);
  EXPECT_GT(canary.attained, 0.99 * canary.bound);
  EXPECT_LE(canary.attained, canary.bound);
  expect_inside(canary.usual, data->facts.bounds);
  expect_inside(canary.odd, data->facts.bounds);
}

TEST(Canary, OfAStateDependentRuleReachesItAtTheExperimentsStart) {
  const auto data = shape({.l1 = 3}, 5);
  const Canary canary =
      found(problem("logistic"), data, Mechanism::laplace, SensitivityRule::state_dependent);
  EXPECT_EQ(canary.start, Vector::Zero(5));
  EXPECT_NEAR(canary.attained, 3, 1e-9);
  EXPECT_NEAR(canary.bound, 3, 1e-9);
}

TEST(Canary, OfClippedGradientsReachesTheClipAtTheExperimentsStart) {
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    for (const FeatureBounds& bounds : {FeatureBounds{.linf = 1}, FeatureBounds{}}) {
      const auto data = shape(bounds, 3);
      const auto spec = problem("squared", GradientClip{.norm = norm, .bound = 0.5});
      const Mechanism mechanism =
          norm == GradientClip::Norm::l1 ? Mechanism::laplace : Mechanism::gaussian;
      const Canary canary = found(spec, data, mechanism);
      EXPECT_EQ(canary.start, Vector::Zero(3));
      EXPECT_GT(canary.attained, 0.999 * canary.bound);
      EXPECT_LE(canary.attained, canary.bound * (1 + 1e-12));
    }
  }
}

TEST(Canary, OfOneFeatureHasHalfTheLogisticBound) {
  // One coordinate cannot be wrong in both directions at once.
  const Canary canary = found(problem("logistic"), shape({.l1 = 1}, 1), Mechanism::laplace);
  EXPECT_NEAR(canary.attained, 1, 1e-9);
  EXPECT_NEAR(canary.bound, 2, 1e-12);
}

TEST(Canary, OfSparseRecordsIsPlayedOnSparseRecords) {
  const auto dense = shape({.l1 = 3, .l2 = 2}, 5);
  LoadedData like = {.records = SparseRecords(SparseData(5)),
                     .facts = dense->facts,
                     .target = "",
                     .hash = "",
                     .counts = {}};
  const auto sparse = std::make_shared<const LoadedData>(std::move(like));
  const auto want = found(problem("logistic"), dense, Mechanism::gaussian);
  const auto got = found(problem("logistic"), sparse, Mechanism::gaussian);
  EXPECT_NEAR(got.attained, want.attained, 1e-12);
  EXPECT_EQ(got.bound, want.bound);
  const auto records = records_like(*sparse, {got.usual, got.odd});
  ASSERT_TRUE(records);
  ASSERT_TRUE(std::holds_alternative<SparseRecords>((*records)->records));
  EXPECT_EQ((*records)->samples(), 2);
  EXPECT_EQ((*records)->features(), 5);
}

using Steps = std::vector<PreprocessStep>;

/// What the steps state of so many columns.
std::shared_ptr<const LoadedData> shape_after(Index features, const Steps& stated) {
  const PipelineFacts facts = preprocessed_facts({.features = features}, stated).value();
  auto data = DenseData::allocate({.samples = 4, .features = facts.features}).value();
  return std::make_shared<const LoadedData>(LoadedData{
      .records = std::move(data), .facts = facts, .target = "", .hash = "", .counts = {}});
}

/// The canary where so much is stated of `features` columns and the pipeline is another.
Canary found_through(const ProblemSpec& spec, Index features, const Steps& stated,
                     const Steps& applied, Mechanism mechanism) {
  const auto data = shape_after(features, stated);
  return find_canary({.problem = spec,
                      .shape = data,
                      .pipeline = RecordPipeline{.features = features, .steps = applied},
                      .mechanism = mechanism,
                      .start = Vector::Zero(data->features())});
}

struct Pipeline {
  const char* name;
  const char* loss;
  std::vector<PreprocessStep> stated;
  std::vector<PreprocessStep> defective;  ///< what does less
};

std::vector<Pipeline> pipelines() {
  const ClipRows clip{.norm = RowNorm::l2, .bound = 1};
  const ClipRows loose{.norm = RowNorm::l2, .bound = 2};
  const ClipRows none{.norm = RowNorm::l2, .bound = 1e100};
  const AddIntercept intercept{.value = 0.5};
  const ScaleColumns scale{.lower = {-5}, .upper = {5}};
  const ScaleTarget target{.lower = -3, .upper = 3};
  const MapLabels labels{.positive = {2}};
  return {{"no clip", "logistic", {clip}, {none}},
          {"a clip at twice the bound", "logistic", {clip}, {loose}},
          {"no clip before an intercept", "logistic", {clip, intercept}, {none, intercept}},
          {"no clip after scaled columns", "logistic", {scale, clip}, {scale, none}},
          {"labels, and no clip", "logistic", {labels, clip}, {labels, none}},
          {"targets that nothing scales", "squared", {clip, target}, {clip}}};
}

TEST(Canary, FindsWhatAPipelineStatesAndDoesNotEnforce) {
  for (const Pipeline& pipeline : pipelines()) {
    for (const Mechanism mechanism : {Mechanism::laplace, Mechanism::gaussian}) {
      SCOPED_TRACE(pipeline.name);
      ProblemSpec spec = problem(pipeline.loss);
      // Squares have bounded gradients in a bounded domain only.
      if (spec.loss->needs_gradient_clip()) spec.domain.kind = Domain::Kind::l2_ball;
      const Canary right = found_through(spec, 3, pipeline.stated, pipeline.stated, mechanism);
      EXPECT_LE(right.attained, right.bound * (1 + 1e-12));
      const Canary wrong = found_through(spec, 3, pipeline.stated, pipeline.defective, mechanism);
      EXPECT_EQ(wrong.bound, right.bound);
      EXPECT_GT(wrong.attained, 1.1 * wrong.bound);
    }
  }
}

TEST(Canary, IsTheSameAsWithoutAPipelineThatKeepsItsWord) {
  const Steps clip = {ClipRows{.norm = RowNorm::l2, .bound = 1}};
  const auto spec = problem("logistic");
  const Canary with = found_through(spec, 5, clip, clip, Mechanism::gaussian);
  const Canary without = found(spec, shape_after(5, clip), Mechanism::gaussian);
  EXPECT_EQ(with.usual.features, without.usual.features);
  EXPECT_EQ(with.odd.features, without.odd.features);
  EXPECT_EQ(with.start, without.start);
}

TEST(RecordPipeline, IsThatOfTheStepsWhereTheyAloneMakeTheBounds) {
  const Steps steps = {SelectColumns{.columns = {4, 1}}, SampleRows{{.count = 3}},
                       ClipRows{.norm = RowNorm::l2, .bound = 1}, AddIntercept{.value = 1}};
  const auto pipeline = record_pipeline(*shape_after(6, steps), steps);
  ASSERT_TRUE(pipeline && *pipeline);
  EXPECT_EQ((*pipeline)->features, 5);
  EXPECT_EQ((*pipeline)->steps.size(), 3u);
  const auto piped = piped_records(*shape_after(6, steps), **pipeline,
                                   {{.features = {1e6, 3e6, 0, 0, 4e6}, .target = 1}});
  ASSERT_TRUE(piped);
  ASSERT_EQ(piped->front().features.size(), 3u);
  EXPECT_NEAR(piped->front().features[0], 0.8, 1e-15);
  EXPECT_NEAR(piped->front().features[1], 0.6, 1e-15);
  EXPECT_EQ(piped->front().features[2], 1);
  // A bound of the source's own is not the steps'.
  const auto open =
      record_pipeline(*shape({.l1 = 1}, 3), {AddIntercept{.value = 0}}, {}, {.labels = true});
  ASSERT_TRUE(open);
  EXPECT_FALSE(*open);
}

TEST(RecordPipeline, IsRefusedWherePlanAndSourceBoundAnotherTargetOrOtherStatedColumns) {
  const auto labelled = shape({.l1 = 1, .target_lower = -1, .target_upper = 1}, 3);
  const PipelineFacts words = {.bounds = {.l1 = 1, .target_lower = -1, .target_upper = 1}};
  const PipelineFacts columns = {.features = 3, .bounds = {.target_lower = -1, .target_upper = 1}};
  EXPECT_TRUE(record_pipeline(*labelled, {}, words));
  EXPECT_TRUE(record_pipeline(*labelled, {}, {.bounds = {.l1 = 1}}, {.labels = true}));
  for (const PipelineFacts& other : {PipelineFacts{.bounds = {.l1 = 1}}, columns}) {
    const auto pipeline = record_pipeline(*labelled, {}, other);
    ASSERT_FALSE(pipeline);
    EXPECT_EQ(pipeline.error().code, ErrorCode::internal);
  }
}

TEST(Canary, OfSparseRecordsGoesThroughTheirPipelineToo) {
  const auto dense = shape_after(5, {ClipRows{.norm = RowNorm::l2, .bound = 1}});
  LoadedData like = {.records = SparseRecords(SparseData(5)),
                     .facts = dense->facts,
                     .target = "",
                     .hash = "",
                     .counts = {}};
  const auto sparse = std::make_shared<const LoadedData>(std::move(like));
  for (const bool clips : {true, false}) {
    const ClipRows clip{.norm = RowNorm::l2, .bound = clips ? 1 : 1e100};
    const Canary canary = find_canary({.problem = problem("logistic"),
                                       .shape = sparse,
                                       .pipeline = RecordPipeline{.features = 5, .steps = {clip}},
                                       .mechanism = Mechanism::gaussian,
                                       .start = Vector::Zero(5)});
    EXPECT_EQ(canary.attained <= canary.bound * (1 + 1e-12), clips);
  }
}

}  // namespace
}  // namespace noisy
