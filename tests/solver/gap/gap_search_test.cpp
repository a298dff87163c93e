// Brackets of duality gaps hold the closed forms of T3, T4 and T9, and what grids find on records.
#include "engine/solver/gap/gap_search.h"

#include "engine/problem/saddle/auc.h"
#include "engine/problem/saddle/group_risk.h"
#include "engine/problem/saddle/robust_logistic.h"
#include "tests/solver/gap/gap_support.h"
#include "tests/solver/gap/population_means.h"

namespace noisy::testing {
namespace {

SaddlePoint random_point_of(const SaddleMean& mean, Draws& draws, double scale) {
  SaddlePoint z{draws.unit(mean.primal_dimension()) * draws(0, scale),
                draws.unit(mean.dual_dimension()) * draws(0, scale)};
  mean.primal_domain().project(z.primal);
  mean.dual_domain().project(z.dual);
  return z;
}

template <class Problem>
void expect_closed_forms(const Problem& problem, const ClosedFormMean& mean, double scale) {
  Draws draws(4);
  for (int trial = 0; trial < 20; ++trial) {
    const SaddlePoint z = random_point_of(mean, draws, scale);
    const Bracket gap = gap_at(mean, z);
    EXPECT_TRUE(gap.contains(problem.gap(z))) << gap.lower << " " << problem.gap(z);
  }
}

TEST(GapSearch, HoldsTheClosedFormOfSeparableBilinearProblems) {
  const auto problem = SeparableBilinear::make({.dimension = 7, .strength = 0.6}).value();
  const ClosedFormMean mean(population(problem));
  expect_closed_forms(problem, mean, 0.5);
}

TEST(GapSearch, HoldsTheClosedFormOfMomentMatching) {
  const auto problem =
      MomentMatching::make({.primal_dimension = 6, .dual_dimension = 4, .seed = 3}).value();
  const ClosedFormMean mean(population(problem));
  expect_closed_forms(problem, mean, 1);
  EXPECT_LE(mean.passes(), 20 * 4);  // a linear function: its gradient says where it is least
}

TEST(GapSearch, HoldsTheClosedFormOfCoupledQuadratics) {
  const auto problem = CoupledQuadratic::make(
                           {.primal_modulus = 0.5,
                            .dual_modulus = 2,
                            .coupling = 1,
                            .law = {.mean = {Vector::Constant(3, 0.4), Vector::Constant(3, -0.2)}}})
                           .value();
  const ClosedFormMean mean(coupled_population(problem, 20));
  expect_closed_forms(problem, mean, 1);
}

/// The population of T5, whose gap is in closed form though its domain is a product.
TEST(GapSearch, HoldsTheClosedFormOfAuc) {
  const auto problem = AucPopulation::make({.positive_share = 0.3,
                                            .positive_mean = (Vector(2) << 0.3, 0.2).finished(),
                                            .negative_mean = (Vector(2) << -0.1, 0.4).finished(),
                                            .radius = 0.8})
                           .value();
  expect_closed_forms(problem, ClosedFormMean(auc_population(problem)), 1);
}

/// Curvatures from 1e-4 to 1, and a minimizer on the border of some coordinates: no first step is
/// exact.
TEST(GapSearch, BracketsWhatNoStepSolves) {
  constexpr Index kSize = 30;
  Vector curvature(kSize);
  for (Index j = 0; j < kSize; ++j) curvature[j] = std::pow(1e-4, double(j) / (kSize - 1));
  const Vector centre = Draws(5).unit(kSize) * 4;
  const auto value = [&](const Vector& z) {
    return (z.head(kSize) - centre).cwiseAbs2().dot(curvature) / 2 - z[kSize] * z[kSize] / 2;
  };
  const auto slopes = [&](const Vector& z) {
    Vector out(kSize + 1);
    out << curvature.cwiseProduct(z.head(kSize) - centre), z[kSize];
    return out;
  };
  const Domain box{.kind = Domain::Kind::linf_ball, .radius = 0.5};
  const ClosedFormMean mean({.value = value,
                             .slopes = slopes,
                             .primal_domain = box,
                             .dual_domain = box,
                             .smoothness = {.primal = 1, .dual = 1},
                             .primal = kSize});
  Vector least = centre.cwiseMax(-0.5).cwiseMin(0.5);
  const double exact = (least - centre).cwiseAbs2().dot(curvature) / 2;
  for (const double width : {1e-2, 1e-6, 1e-10}) {
    SideSearch search(mean, SaddleSide::primal, {Vector::Zero(1)}, {.width = width});
    run(search);
    const SideOptimum found = search.result();
    EXPECT_TRUE(found.value.contains(exact));
    EXPECT_LE(found.value.width(), width);
    EXPECT_NEAR(value((Vector(kSize + 1) << found.point, 0).finished()), exact, width);
    // 2 sqrt(l / mu) for each halving, with l / mu = 1e4.
    EXPECT_LE(found.evaluations, 200 * std::log2(10 / width));
  }
}

/// Records of one feature, so that a grid is an oracle.
struct Records {
  DenseData data;
  FeatureBounds bounds{.l2 = 1, .target_lower = -1, .target_upper = 1};
};

Records few_records(Index features, std::uint64_t seed) {
  Draws draws(seed);
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (int i = 0; i < 300; ++i) {
    const Vector u = draws.unit(features) * draws(0.1, 1);
    rows.emplace_back(u.begin(), u.end());
    targets.push_back(draws(-0.5, 0.5) + u[0] > 0 ? 1 : -1);
  }
  return {.data = inline_data(rows, targets, DataLayout::rows, 0).value()};
}

double mean_value(const SaddleLoss& loss, const DenseData& data, const Vector& z) {
  double total = 0;
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  for (Index i = 0; i < data.samples(); ++i) {
    data.copy_row(i, row);
    total += loss.value({row, data.targets()[static_cast<std::size_t>(i)]}, z);
  }
  return total / static_cast<double>(data.samples());
}

/// min over |x| <= 1 of a convex function to 1e-9 or better, by golden sections.
double least_by_sections(double radius, const std::function<double(double)>& function) {
  const double golden = (std::sqrt(5) - 1) / 2;
  double low = -radius;
  double high = radius;
  while (high - low > 1e-7) {
    const double a = high - golden * (high - low);
    const double b = low + golden * (high - low);
    (function(a) < function(b) ? high : low) = function(a) < function(b) ? b : a;
  }
  return function((low + high) / 2);
}

TEST(GapSearch, HoldsWhatSectionsFindForRobustLogisticRegression) {
  const Records records = few_records(1, 6);
  const auto loss =
      RobustLogisticLoss::make({.radius = 1, .shift_radius = 0.5, .shift_weight = 0.3}).value();
  const RecordMean mean = RecordMean::make(loss, records.data, records.bounds).value();
  const auto value = [&](double w, double v) {
    return mean_value(loss, records.data, (Vector(2) << w, v).finished());
  };
  for (const auto& [w, v] : {std::pair(0.9, -0.4), std::pair(-0.3, 0.1), std::pair(0.0, 0.5)}) {
    const Bracket gap = gap_at(mean, {Vector::Constant(1, w), Vector::Constant(1, v)}, 1e-8);
    const double most = -least_by_sections(0.5, [&](double at) { return -value(w, at); });
    const double least = least_by_sections(1, [&](double at) { return value(at, v); });
    EXPECT_NEAR(most - least, (gap.lower + gap.upper) / 2, 1.1e-8);
  }
}

/// The largest mean loss of a group, and the best score of a grid of angles.
TEST(GapSearch, HoldsTheWorstGroup) {
  const Records records = few_records(2, 7);
  const auto loss = GroupRiskLoss::make({.radius = 1, .shares = {0.4, 0.6}}).value();
  const RecordMean mean = RecordMean::make(loss, records.data, records.bounds).value();
  const Vector w = (Vector(2) << 0.3, -0.6).finished();
  const Vector y = (Vector(2) << 0.8, 0.2).finished();
  const auto value = [&](const Vector& at, double first) {
    return mean_value(loss, records.data, (Vector(4) << at, first, 1 - first).finished());
  };
  SideSearch dual(mean, SaddleSide::dual, {w}, {.width = 1e-10});
  run(dual);
  EXPECT_TRUE(dual.result().value.contains(std::max(value(w, 1), value(w, 0))));
  EXPECT_EQ(dual.result().evaluations, 600);
  SideSearch primal(mean, SaddleSide::primal, {y}, {.width = 1e-8});
  run(primal);
  double least = 1e9;
  for (double x = -1; x <= 1; x += 0.02) {
    for (double up = -1; up <= 1; up += 0.02) {
      if (x * x + up * up <= 1) {
        least = std::min(least, value((Vector(2) << x, up).finished(), 0.8));
      }
    }
  }
  EXPECT_LE(primal.result().value.lower, least);
  EXPECT_GE(primal.result().value.upper, least - 1e-3);
}

/// Panels or rows: the same bits.
TEST(RecordMean, DoesNotDependOnTheLayoutOfItsRecords) {
  const Records records = few_records(3, 8);
  DenseData panels = DenseData::allocate({.samples = 300, .features = 3}).value();
  std::vector<double> row(3);
  for (Index i = 0; i < 300; ++i) {
    records.data.copy_row(i, row);
    panels.set_row(i, row);
    panels.targets()[static_cast<std::size_t>(i)] =
        records.data.targets()[static_cast<std::size_t>(i)];
  }
  const auto loss = AucLoss::make({}).value();
  const Vector z = (Vector(6) << 0.5, -0.6, 0.2, 0.1, -0.3, 0.4).finished();
  SaddleMeanAnswer at_rows;
  SaddleMeanAnswer at_panels;
  run(*RecordMean::make(loss, records.data, records.bounds)->begin_pass(z, at_rows));
  run(*RecordMean::make(loss, panels, records.bounds)->begin_pass(z, at_panels));
  EXPECT_EQ(at_rows.value, at_panels.value);
  EXPECT_EQ(at_rows.slopes, at_panels.slopes);
  EXPECT_NEAR(at_rows.value, mean_value(loss, panels, z), 1e-15);
  EXPECT_GE(at_rows.value_size, std::abs(at_rows.value));
  EXPECT_GE(at_rows.gradient_size, at_rows.slopes.norm());
}

/// max over alpha is clip(w.(m- - m+)) with the records' own shares.
TEST(GapSearch, HoldsTheBestResponseOfAuc) {
  const Records records = few_records(3, 8);
  Index positives = 0;
  for (const double target : records.data.targets()) positives += target > 0;
  const double p = static_cast<double>(positives) / 300;
  const auto loss = AucLoss::make({.positive_share = p, .radius = 1}).value();
  const RecordMean mean = RecordMean::make(loss, records.data, records.bounds).value();
  const Vector x = (Vector(5) << 0.5, -0.6, 0.2, 0.1, -0.3).finished();
  double difference = 0;
  std::vector<double> row(3);
  for (Index i = 0; i < 300; ++i) {
    records.data.copy_row(i, row);
    const double score = 0.5 * row[0] - 0.6 * row[1] + 0.2 * row[2];
    const bool is_positive = records.data.targets()[static_cast<std::size_t>(i)] > 0;
    difference += is_positive ? -score / (300 * p) : score / (300 * (1 - p));
  }
  SideSearch dual(mean, SaddleSide::dual, {x}, {.width = 1e-10});
  run(dual);
  EXPECT_NEAR(dual.result().point[0], difference, 1e-10);
  EXPECT_EQ(dual.result().evaluations, 600);
  const Vector z = (Vector(6) << x, difference).finished();
  EXPECT_TRUE(dual.result().value.contains(mean_value(loss, records.data, z)));
  gap_at(mean, {x, Vector::Constant(1, 0.3)}, 1e-7);
}

/// -x^2 from its maximum: the slope there says that it is the minimum.
TEST(GapSearch, SaysThatAFunctionIsNotConvex) {
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1};
  const auto value = [](const Vector& z) { return 0.1 * z[0] - z[0] * z[0]; };
  const auto slopes = [](const Vector& z) { return Vector{{0.1 - 2 * z[0], 0}}; };
  const ClosedFormMean mean({.value = value,
                             .slopes = slopes,
                             .primal_domain = ball,
                             .dual_domain = ball,
                             .smoothness = {.primal = 2}});
  SideSearch search(mean, SaddleSide::primal, {Vector::Zero(1)}, {.width = 1e-6});
  run(search);
  EXPECT_LT(search.result().value.width(), 0);
  EXPECT_FALSE(search.result().is_narrow);
}

TEST(GapSearch, StopsWhereItMayNotGoOn) {
  const Records records = few_records(3, 8);
  const auto loss = AucLoss::make({}).value();
  const RecordMean mean = RecordMean::make(loss, records.data, records.bounds).value();
  SideSearch primal(mean, SaddleSide::primal, {Vector::Zero(1)},
                    {.width = 1e-10, .most_evaluations = 3000});
  run(primal);
  EXPECT_FALSE(primal.result().is_narrow);
  EXPECT_EQ(primal.result().evaluations, 3000);
  EXPECT_GT(primal.result().value.width(), 1e-10);
}

TEST(RecordMean, RefusesWhatHasNoGap) {
  const Records records = few_records(2, 9);
  const auto loss = AucLoss::make({}).value();
  EXPECT_EQ(RecordMean::make(loss, records.data, {}).error().code,
            ErrorCode::unbounded_sensitivity);
  const DenseData none = DenseData::allocate({.samples = 0, .features = 2}).value();
  EXPECT_EQ(RecordMean::make(loss, none, records.bounds).error().code, ErrorCode::empty_data);
}

}  // namespace
}  // namespace noisy::testing
