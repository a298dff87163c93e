#include "engine/audit/canary.h"

#include <gtest/gtest.h>

#include <cmath>

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

ProblemSpec problem(LossKind loss, std::optional<GradientClip> clip = std::nullopt) {
  ProblemSpec spec;
  spec.loss = loss;
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
  const Canary canary = found(problem(LossKind::logistic), data, Mechanism::laplace);
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
  const Canary canary = found(problem(LossKind::logistic), data, Mechanism::laplace);
  EXPECT_GT(canary.attained, 0.99 * canary.bound);
  EXPECT_EQ(canary.differing, 2);
  expect_inside(canary.usual, data->facts.bounds);
  expect_inside(canary.odd, data->facts.bounds);
}

TEST(Canary, OfLogisticLossWithRowsBoundedInL2ComesCloseToTheSensitivity) {
  const auto data = shape({.l2 = 2}, 4);
  const Canary canary = found(problem(LossKind::logistic), data, Mechanism::gaussian);
  EXPECT_GT(canary.attained, 0.99 * canary.bound);
  EXPECT_LE(canary.attained, canary.bound);
  expect_inside(canary.usual, data->facts.bounds);
  expect_inside(canary.odd, data->facts.bounds);
}

TEST(Canary, OfAStateDependentRuleReachesItAtTheExperimentsStart) {
  const auto data = shape({.l1 = 3}, 5);
  const Canary canary = found(problem(LossKind::logistic), data, Mechanism::laplace,
                              SensitivityRule::state_dependent);
  EXPECT_EQ(canary.start, Vector::Zero(5));
  EXPECT_NEAR(canary.attained, 3, 1e-9);
  EXPECT_NEAR(canary.bound, 3, 1e-9);
}

TEST(Canary, OfClippedGradientsReachesTheClipAtTheExperimentsStart) {
  for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
    for (const FeatureBounds& bounds : {FeatureBounds{.linf = 1}, FeatureBounds{}}) {
      const auto data = shape(bounds, 3);
      const auto spec = problem(LossKind::squared, GradientClip{.norm = norm, .bound = 0.5});
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
  const Canary canary = found(problem(LossKind::logistic), shape({.l1 = 1}, 1), Mechanism::laplace);
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
  const auto want = found(problem(LossKind::logistic), dense, Mechanism::gaussian);
  const auto got = found(problem(LossKind::logistic), sparse, Mechanism::gaussian);
  EXPECT_NEAR(got.attained, want.attained, 1e-12);
  EXPECT_EQ(got.bound, want.bound);
  const auto records = records_like(*sparse, {got.usual, got.odd});
  ASSERT_TRUE(records);
  ASSERT_TRUE(std::holds_alternative<SparseRecords>((*records)->records));
  EXPECT_EQ((*records)->samples(), 2);
  EXPECT_EQ((*records)->features(), 5);
}

}  // namespace
}  // namespace noisy
