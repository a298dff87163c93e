#include "engine/problem/risk/record_risk.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/risk/absent_records.h"
#include "tests/problem/gallery/gallery_problems.h"
#include "tests/problem/risk/pass_answer.h"

namespace noisy::testing {
namespace {

/// The records of a case one by one, in this order.
DenseData all_records(const GalleryRisk& risk) {
  return *risk.records.expanded(DataLayout::rows);
}

TEST(RecordRisk, GroupedRecordsAnswerAsTheSameRecordsOneByOne) {
  Numbers01 random(1);
  for (const GalleryCase& problem : gallery_cases()) {
    for (const std::optional<GradientClip>& clip :
         {std::optional<GradientClip>(), std::optional(GradientClip{.bound = 0.7}),
          std::optional(GradientClip{.norm = GradientClip::Norm::l1, .bound = 0.7})}) {
      const GalleryRisk grouped(problem, clip);
      const DenseData rows = all_records(grouped);
      const RecordRisk one_by_one(grouped.loss, {.rows = &rows, .counts = {}}, grouped.bounds,
                                  grouped.domain, clip);
      ASSERT_EQ(one_by_one.samples(), grouped.risk.samples());
      const Vector w = random_point(random, grouped.risk.dimension(), problem.radius);
      const Vector anchor = random_point(random, grouped.risk.dimension(), problem.radius);
      for (const Vector* from : {static_cast<const Vector*>(nullptr), &anchor}) {
        const PassAnswer few = full_pass(grouped.risk, w, from);
        const PassAnswer all = full_pass(one_by_one, w, from);
        EXPECT_LT((few.gradient - all.gradient).norm(), 1e-13 * (1 + few.gradient.norm()))
            << problem.name;
        EXPECT_NEAR(few.value, all.value, 1e-13 * (1 + std::fabs(few.value))) << problem.name;
      }
    }
  }
}

/// |u.w - y|^3 / 3, from its records one by one.
TEST(RecordRisk, FactorsAreOnesOfTheRowsProducts) {
  const auto rows = dense_records({{0.5, -0.25}, {-0.125, 1}}, {0.5, -1});
  const std::vector<Index> counts = {3, 1};
  const auto loss = find_loss("power-regression")->record();
  const FeatureBounds bounds{.l2 = 2, .target_lower = -1, .target_upper = 1};
  const Domain domain{.kind = Domain::Kind::l2_ball, .radius = 4};
  const Vector w = Eigen::Vector2d(0.3, -2), from = Eigen::Vector2d(-1, 0.5);
  const std::array<Vector, 2> us = {Eigen::Vector2d(0.5, -0.25), Eigen::Vector2d(-0.125, 1)};
  const auto slope_of = [&](std::size_t i, const Vector& at, double most) {
    const double error = us[i].dot(at) - (i == 0 ? 0.5 : -1);
    const Vector slope = error * std::fabs(error) * us[i];
    return Vector(slope * std::min(1.0, most / slope.norm()));
  };
  for (const double most : {std::numeric_limits<double>::infinity(), 0.2}) {
    std::optional<GradientClip> clip;
    if (std::isfinite(most)) clip = GradientClip{.bound = most};
    const RecordRisk risk(loss, {.rows = rows.get(), .counts = counts}, bounds, domain, clip);
    const Vector here = 0.75 * slope_of(0, w, most) + 0.25 * slope_of(1, w, most);
    const Vector there = 0.75 * slope_of(0, from, most) + 0.25 * slope_of(1, from, most);
    EXPECT_LT((full_pass(risk, w).gradient - here).norm(), 1e-14);
    EXPECT_LT((full_pass(risk, w, &from).gradient - (here - there)).norm(), 1e-14);
    const auto cube = [](double t) { return std::pow(std::fabs(t), 3) / 3; };
    EXPECT_NEAR(full_pass(risk, w).value,
                0.75 * cube(us[0].dot(w) - 0.5) + 0.25 * cube(us[1].dot(w) + 1), 1e-14);
  }
}

TEST(RecordRisk, CountsWeighTheirRows) {
  const auto rows = dense_records({{0.5, -0.25}, {-0.125, 1}}, {0.5, -1});
  const std::vector<Index> counts = {3, 1};
  const FeatureBounds bounds{.l2 = 2, .target_lower = -1, .target_upper = 1};
  const Domain domain{.kind = Domain::Kind::l2_ball, .radius = 2};
  const RecordRisk tilted(find_loss("tilted-power")->record(),
                          {.rows = rows.get(), .counts = counts}, bounds, domain);
  const RecordMeans means = tilted.means();
  EXPECT_EQ(means.tilt, Vector(Eigen::Vector2d(0.34375, 0.0625)));
  EXPECT_EQ(means.target, 0.125);
  const Vector w = Eigen::Vector2d(0.3, 0.4);
  const PassAnswer answer = full_pass(tilted, w);
  EXPECT_LT((answer.gradient - (0.5 * w + means.tilt)).norm(), 1e-15);
  EXPECT_NEAR(answer.value, 0.125 / 3 + means.tilt.dot(w), 1e-15);
  const RecordRisk fitted(find_loss("sphere-fit")->record(), {.rows = rows.get(), .counts = counts},
                          bounds, domain);
  EXPECT_LT((full_pass(fitted, w).gradient - (0.25 - 0.125) * w).norm(), 1e-15);
}

TEST(RecordRisk, TheOrderOfTheRecordsHardlyMatters) {
  Numbers01 random(2);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    DenseData rows = all_records(risk);
    std::vector<Index> backwards;
    for (Index i = rows.samples(); i-- > 0;) backwards.push_back(i);
    ASSERT_TRUE(rows.keep_rows(backwards));
    const RecordRisk permuted(risk.loss, {.rows = &rows, .counts = {}}, risk.bounds, risk.domain);
    const Vector w = random_point(random, risk.risk.dimension(), problem.radius);
    const PassAnswer here = full_pass(risk.risk, w), there = full_pass(permuted, w);
    EXPECT_LT((here.gradient - there.gradient).norm(), 1e-12 * (1 + here.gradient.norm()));
    EXPECT_NEAR(here.value, there.value, 1e-12 * (1 + std::fabs(here.value))) << problem.name;
  }
}

TEST(RecordRisk, ABatchIsTheMeanOfItsRecordsAndAllOfThemAreAPass) {
  Numbers01 random(3);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const Vector w = random_point(random, risk.risk.dimension(), problem.radius);
    Vector sum = Vector::Zero(w.size()), batch(w.size());
    std::vector<Index> all;
    for (Index i = 0; i < risk.risk.samples(); ++i) {
      sum += risk.gradient_of(i, w);
      all.push_back(i);
    }
    double value = 0;
    BatchScratch scratch;
    risk.risk.answer_batch(all, {.point = &w, .gradient = &batch, .value = &value}, scratch);
    const auto records = static_cast<double>(all.size());
    EXPECT_LT((sum / records - batch).norm(), 1e-13 * (1 + batch.norm())) << problem.name;
    EXPECT_LT((risk.gradient(w) - batch).norm(), 1e-13 * (1 + batch.norm())) << problem.name;
    EXPECT_NEAR(value, risk.value(w), 1e-13 * (1 + std::fabs(value))) << problem.name;
  }
}

TEST(RecordRisk, AThousandMillionRecordsAreAsFastAsTwo) {
  SyntheticParameters records = tilts(10);
  records.samples = 1'000'000'001;
  const GalleryCase problem = gallery_case("tilted-power", {{"power", 3}}, records, 2.7);
  const auto before = std::chrono::steady_clock::now();
  const GalleryRisk risk(problem);
  const Vector w = diagonal_point(10, 0.5);
  EXPECT_EQ(risk.risk.samples(), 1'000'000'001);
  EXPECT_EQ(risk.records.rows.samples(), 3);
  for (int i = 0; i < 1000; ++i) EXPECT_NEAR(risk.gradient(w).norm(), 0.25, 1e-15);
  EXPECT_NEAR(risk.value(w), 0.125 / 3, 1e-15);
  EXPECT_NEAR((risk.gradient_of(1'000'000'000, w)).norm(), 0.25, 1e-15);  // the one without tilt
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - before;
  EXPECT_LT(seconds.count(), 0.5);
}

TEST(RecordRisk, TheTiltsOfBalancedRecordsCancelExactly) {
  for (const Index features : {1, 2, 7, 64}) {
    const GroupedRecords records = *make_grouped_synthetic(tilts(features, 0.3));
    std::vector<double> first(static_cast<std::size_t>(features)), second = first;
    records.rows.copy_row(0, first);
    records.rows.copy_row(1, second);
    for (std::size_t j = 0; j < first.size(); ++j) EXPECT_EQ(first[j], -second[j]);
    EXPECT_EQ(records.counts, (std::vector<Index>{3, 3, 1}));
    const double length = math::l2_norm(first);
    EXPECT_LE(length, 0.3);
    EXPECT_GT(length, 0.3 * (1 - 1e-14));
  }
}

TEST(RecordRisk, ThreadsAndCompanyDoNotChangeABit) {
  SyntheticParameters records{
      .name = "hard-signs", .samples = 5000, .features = 6, .signed_rows = 1500};
  const GalleryRisk risk(gallery_case("hard-quadratic", {}, records, 4));
  const Vector w = diagonal_point(6, 1.1), v = diagonal_point(6, 0.4);
  const PassAnswer alone = full_pass(risk.risk, w);
  const PassAnswer threaded = full_pass(risk.risk, w, nullptr, 3);
  Vector first, second;
  const PointQuery queries[] = {{.point = &v, .gradient = &first},
                                {.point = &w, .gradient = &second}};
  ThreadPool pool(2);
  const auto pass = risk.risk.begin_pass(queries);
  while (!pass->advance(pool, Deadline::after_seconds(0))) {
  }
  EXPECT_EQ(alone.gradient, threaded.gradient);
  EXPECT_EQ(alone.gradient, second);
  EXPECT_EQ(alone.value, threaded.value);
}

TEST(RecordRisk, ClippedGradientsKeepTheirBoundsAndAreCounted) {
  const GradientClip clip{.bound = 0.5};
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem, clip);
    EXPECT_LE(risk.risk.gradient_bounds().l2, 1) << problem.name;
    EXPECT_LE(risk.risk.bounds_within(problem.radius / 2).gradient_l2, 1) << problem.name;
    const Vector far = diagonal_point(risk.risk.dimension(), 0.95 * problem.radius);
    double clipped = 0, expected = 0;
    for (Index i = 0; i < risk.risk.samples(); ++i) {
      EXPECT_LE(risk.gradient_of(i, far).norm(), 0.5) << problem.name;
      const GalleryRisk plain(problem);
      expected += plain.gradient_of(i, far).norm() > 0.5 ? 1 : 0;
    }
    const PointQuery query{.point = &far, .value = &clipped};
    ThreadPool pool(1);
    const auto pass = risk.risk.begin_clip_pass({&query, 1});
    ASSERT_TRUE(pass);
    while (!pass->advance(pool, Deadline::never())) {
    }
    EXPECT_EQ(clipped, expected / static_cast<double>(risk.risk.samples())) << problem.name;
  }
  EXPECT_EQ(GalleryRisk(gallery_cases().front()).risk.begin_clip_pass({}), nullptr);
}

TEST(RecordRisk, BoundsGrowWithTheRegionAndEndAtTheDomain) {
  const GalleryRisk risk(gallery_case("tilted-power", {{"power", 4}}, tilts(3), 2));
  EXPECT_LT(risk.risk.bounds_within(1).record_gradient, risk.risk.bounds_within(2).record_gradient);
  EXPECT_EQ(risk.risk.bounds_within(5).record_gradient, risk.risk.bounds_within(2).record_gradient);
  EXPECT_EQ(risk.risk.bounds_within(1).gradient_l2, risk.risk.gradient_bounds().l2);
  const GalleryRisk fit(gallery_case("sphere-fit", {}, values(3, 1, 0.5), 2));
  EXPECT_LT(fit.risk.bounds_within(1).gradient_l2, fit.risk.bounds_within(2).gradient_l2);
  EXPECT_EQ(fit.risk.bounds_within(5).gradient_l2, fit.risk.gradient_bounds().l2);
  EXPECT_EQ(risk.risk.bounds_within(5).record_smoothness, risk.risk.smoothness_bound());
  EXPECT_TRUE(risk.risk.is_allowed(diagonal_point(3, 2)));
  EXPECT_FALSE(risk.risk.is_allowed(diagonal_point(3, 2.001)));
  const GalleryRisk in_l1(gallery_case("tilted-power", {{"power", 4}}, tilts(3), 2),
                          GradientClip{.norm = GradientClip::Norm::l1, .bound = 1});
  EXPECT_TRUE(std::isinf(in_l1.risk.bounds_within(1).record_smoothness));
}

TEST(RecordRisk, TheMeanIsAsNearToTheExactOneAsPromised) {
  Numbers01 random(5);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const Vector w = random_point(random, risk.risk.dimension(), problem.radius);
    std::vector<long double> sum(static_cast<std::size_t>(w.size()), 0);
    for (Index i = 0; i < risk.risk.samples(); ++i) {
      const Vector one = risk.gradient_of(i, w);
      for (Index j = 0; j < w.size(); ++j) sum[static_cast<std::size_t>(j)] += one[j];
    }
    const Vector computed = risk.gradient(w);
    long double squares = 0;
    for (Index j = 0; j < w.size(); ++j) {
      const long double error = computed[j] - sum[static_cast<std::size_t>(j)] /
                                                  static_cast<long double>(risk.risk.samples());
      squares += error * error;
    }
    const double promised = risk.risk.summation_error(risk.risk.samples());
    const double longest = risk.risk.bounds_within(problem.radius).record_gradient;
    const GradientBounds apart = risk.risk.gradient_bounds();
    EXPECT_LT(promised * apart.l2, 1e-13 * 2 * longest) << problem.name;
    EXPECT_LE(std::sqrt(static_cast<double>(squares)), promised * apart.l2 / 2) << problem.name;
    // What is promised covers one rounding of as many sums as there are records, in either norm.
    const double records = static_cast<double>(risk.risk.samples());
    EXPECT_GE(promised * apart.l2 / 2, records * 0x1p-53 * longest) << problem.name;
    EXPECT_GE(promised * apart.l1 / 2,
              records * 0x1p-53 * longest * std::sqrt(static_cast<double>(w.size())))
        << problem.name;
  }
}

TEST(RecordRisk, WithoutItsRecordsItSaysTheSame) {
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const auto absent = make_absent_record_risk(
        risk.loss, {.samples = risk.risk.samples(), .features = risk.risk.dimension()}, risk.bounds,
        risk.domain, std::nullopt);
    EXPECT_EQ(absent->samples(), risk.risk.samples());
    EXPECT_EQ(absent->gradient_bounds().l1, risk.risk.gradient_bounds().l1);
    EXPECT_EQ(absent->gradient_bounds().l2, risk.risk.gradient_bounds().l2);
    EXPECT_EQ(absent->smoothness_bound(), risk.risk.smoothness_bound());
    EXPECT_EQ(absent->summation_error(7), risk.risk.summation_error(7));
    EXPECT_EQ(absent->is_convex(), risk.risk.is_convex());
    const Vector w = diagonal_point(risk.risk.dimension(), 0.3);
    EXPECT_TRUE(std::isnan(full_pass(*absent, w).value));
  }
}

}  // namespace
}  // namespace noisy::testing
