// The largest of several losses over the vertices of an l1-ball: shape, values, gradients and who
// belongs to which task.
#include "engine/problem/saddle/sparse_group_risk.h"
#include "engine/problem/saddle/worst_task.h"

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "engine/data/sparse_generator.h"
#include "engine/problem/risk/coordinate_clip.h"
#include "engine/problem/saddle/saddle_risk.h"

#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

constexpr double kCoin = 0.69314718055994531;

double loss_of(double margin) {
  return std::log(1 + std::exp(-margin)) - kCoin;
}

/// Two inputs and three labels at w = (1/2, -1), a point of the l1-ball of radius 2.
TEST(WorstTaskRisk, IsTheMeanOfItsTasksLosses) {
  const WorstTaskRisk loss({.radius = 2, .tasks = 3});
  const std::vector<double> row = {0.5, -0.25, 1, 0, 3};
  Vector z(7);
  z << 0.375, 0, 0.125, 0.5, 0.2, 0.3, 0.5;
  const double score = 0.5 * 0.5 + 1 * 0.25;
  const double expected = 0.2 * loss_of(score) + 0.3 * loss_of(-score) + 0.5 * loss_of(score);
  EXPECT_NEAR(loss.value({.features = row}, z), expected, 1e-15);
  const Vector slopes = operator_of(loss, {.features = row}, z);
  EXPECT_NEAR(slopes[4], -loss_of(score), 1e-15);
  EXPECT_NEAR(slopes[5], -loss_of(-score), 1e-15);
  EXPECT_NEAR(slopes[0], -slopes[2], 0);
  const double slope = -0.7 / (1 + std::exp(score)) + 0.3 / (1 + std::exp(-score));
  EXPECT_NEAR(slopes[0], 2 * slope * 0.5, 1e-15);
  EXPECT_NEAR(slopes[1], 2 * slope * -0.25, 1e-15);
}

TEST(WorstTaskRisk, HasTheBoundsOfItsText) {
  for (const double radius : {0.5, 2.0}) {
    const WorstTaskRisk loss({.radius = radius, .tasks = 2});
    expect_sound({loss, rows_within(1), 4}, {.lipschitz = 0.5,
                                             .primal_difference = 0.45,
                                             .dual_difference = 0.45,
                                             .joint = 0.2,
                                             .primal = 0.2,
                                             .coupling = 0.3});
  }
}

/// The constants of the specification's table: 0.7311, 0.7311 and 0.25.
TEST(WorstTaskRisk, HasTheConstantsOfTheSpecification) {
  const WorstTaskRisk loss({.radius = 1, .tasks = 8});
  const CoordinateBounds bounds = loss.bounds({.linf = 1}, 24).coordinates;
  EXPECT_NEAR(bounds.lipschitz, 0.7310585786300049, 1e-15);
  EXPECT_NEAR(bounds.smoothness, 0.7310585786300049, 1e-15);
  EXPECT_EQ(bounds.hessian_lipschitz, 0.25);
  EXPECT_EQ(loss.primal_dimension(24), 32);
  EXPECT_EQ(loss.dual_dimension(24), 8);
}

TEST(WorstTaskRisk, NeedsInputsBesideItsLabels) {
  const WorstTaskRisk loss({.radius = 1, .tasks = 3});
  EXPECT_EQ(loss.check_features(3).error().field, "tasks");
  EXPECT_TRUE(loss.check_features(4).has_value());
}

/// At the same weights the loss of a group is that of GroupRiskLoss, less a coin's.
TEST(SparseGroupRisk, IsGroupRiskAboveACoinsAtTheSameWeights) {
  GroupRiskParameters parameters{.radius = 3, .shares = {0.75, 0.25}};
  const GroupRiskLoss dense = GroupRiskLoss::make(parameters).value();
  parameters.loss = &kLogisticScoresAboveCoin;
  const SparseGroupRisk sparse = SparseGroupRisk::make(parameters).value();
  const std::vector<double> u = {0.6, -0.2};
  Vector x(4), w(4);
  x << 0.5, 0.1, 0.1, 0.3;
  Vector z(6);
  z << x, 0.4, 0.6;
  w << 3 * 0.4, 3 * -0.2, 0.4, 0.6;
  EXPECT_LE((sparse.model(2).of(z) - w.head(2)).norm(), 1e-15);
  for (const double target : {-1.0, 1.0}) {
    const double weight = target > 0 ? 0.6 / 0.25 : 0.4 / 0.75;
    EXPECT_NEAR(sparse.value({u, target}, z), dense.value({u, target}, w) - weight * kCoin, 1e-15);
    const Vector here = operator_of(sparse, {u, target}, z);
    const Vector there = operator_of(dense, {u, target}, w);
    EXPECT_NEAR(here[0], 3 * there[0], 1e-15);
    EXPECT_NEAR(here[3], -3 * there[1], 1e-15);
    EXPECT_EQ(here[4] == 0, there[2] == 0);
  }
}

TEST(SparseGroupRisk, HasTheBoundsOfItsText) {
  for (const double radius : {0.5, 2.0}) {
    const SparseGroupRisk loss =
        SparseGroupRisk::make(
            {.radius = radius, .shares = {0.7, 0.3}, .loss = &kLogisticScoresAboveCoin})
            .value();
    expect_sound({loss, rows_within(1)}, {.lipschitz = 0.7,
                                          .primal_difference = 0.6,
                                          .dual_difference = 0.9,
                                          .joint = 0.4,
                                          .primal = 0.3,
                                          .coupling = 0.6});
  }
}

TEST(SparseGroupRisk, RefusesWrongParameters) {
  EXPECT_EQ(SparseGroupRisk::make({.radius = -1}).error().field, "radius");
  EXPECT_EQ(SparseGroupRisk::make({.shares = {0.5, 0.4}}).error().field, "share");
}

/// The same records, stored sparse: groups by a column that most do not store, points inside.
void expect_the_same_for_sparse_records(const ScoreLoss& scores) {
  SyntheticParameters parameters{.name = "text-like", .samples = 300, .features = 400};
  SparseData rows = std::move(make_sparse_synthetic(parameters)->data);
  Stream stream = test_draws(5);
  for (double& target : rows.targets()) target = 2 * uniform(stream) - 1;
  const SparseRecords sparse(std::move(rows));
  const DenseData dense = to_dense(sparse.rows, DataLayout::panels, 0, 1e9).value();
  const auto loss = std::make_shared<SparseGroupRisk>(
      SparseGroupRisk::make({.radius = 3,
                             .rule = {.by_label = false, .thresholds = {0.01}, .column = 7},
                             .shares = {0.4, 0.6},
                             .loss = &scores})
          .value());
  const FeatureBounds bounds{.l1 = 5, .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
  const SaddleRisk few(loss, sparse.rows, bounds), all(loss, dense, bounds);
  Vector z(802);
  for (Index j = 0; j < 800; ++j) z[j] = static_cast<double>(1 + j % 7);
  z.head(800) /= math::sum(math::view(z).first(800));
  z.tail(2) << 0.3, 0.7;
  const auto mean = [&](const FiniteSum& risk) {
    Vector gradient(802);
    double value = 0;
    const std::vector<PointQuery> queries = {{.point = &z, .gradient = &gradient, .value = &value}};
    ThreadPool pool(1);
    const auto pass = risk.begin_pass(queries);
    while (!pass->advance(pool, Deadline::never())) {
    }
    return std::pair(gradient, value);
  };
  EXPECT_NEAR(mean(few).second, mean(all).second, 1e-14);
  EXPECT_LE(math::linf_norm(mean(few).first - mean(all).first), 1e-14);
  EXPECT_LE(math::linf_norm(mean(*few.part(20, 50)).first - mean(*all.part(20, 50)).first), 1e-14);
  BatchScratch scratch;
  for (const CoordinateClip clip :
       {CoordinateClip{.most = 0.05}, {.most = 10}, {.most = 25, .per_unit = 0x1p9}}) {
    math::PlacedSum got, want;
    got.clear(802);
    want.clear(802);
    few.add_clipped_gradients(10, 200, z, clip, scratch, got);
    all.FiniteSum::add_clipped_gradients(10, 200, z, clip, scratch, want);
    EXPECT_FALSE(got.is_everywhere());
    EXPECT_LE(math::linf_norm(got.values() - want.values()), 1e-12);
    EXPECT_GT(math::linf_norm(got.values()), 0.5);
  }
}

TEST(SparseGroupRisk, IsTheSameForSparseRecords) {
  expect_the_same_for_sparse_records(kLogisticScoresAboveCoin);
  expect_the_same_for_sparse_records(kSquaredScores);
}

}  // namespace
}  // namespace noisy::testing
