// The constants of every problem of the gallery against the problem itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/problem/loss/tilt_alone.h"
#include "tests/problem/gallery/gallery_problems.h"

namespace noisy::testing {
namespace {

constexpr int kPoints = 1000;

/// F(w) - F* in long double, from the values at w and at the minimizer that is given.
double naive_gap(const GalleryRisk& risk, const Vector& w) {
  const Vector best = *risk.loss->minimizer(w, risk.risk.means());
  return risk.value(w) - risk.value(best);
}

TEST(Gallery, HasEveryProblemWithRecordsOfItsOwn) {
  for (const LossEntry& entry : losses()) {
    if (entry.form != LossForm::record) continue;
    const auto cases = gallery_cases();
    const bool is_tested = std::ranges::any_of(
        cases, [&](const GalleryCase& tested) { return tested.id == entry.id; });
    EXPECT_TRUE(is_tested) << entry.id;
    EXPECT_FALSE(entry.records.empty()) << entry.id;
  }
}

TEST(Gallery, GradientsAreThoseOfTheValues) {
  Numbers01 random(3);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    for (int i = 0; i < 50; ++i) {
      const Vector w = random_point(random, risk.risk.dimension(), 0.9 * problem.radius) +
                       Vector::Constant(risk.risk.dimension(), 0.01 * problem.radius);
      const Vector gradient = risk.gradient(w);
      for (Index j = 0; j < w.size(); ++j) {
        const double h = 1e-6 * problem.radius;
        Vector up = w, down = w;
        up[j] += h;
        down[j] -= h;
        const double slope = (risk.value(up) - risk.value(down)) / (up[j] - down[j]);
        EXPECT_NEAR(gradient[j], slope, 2e-5 * (1 + gradient.norm())) << problem.name;
      }
    }
  }
}

TEST(Gallery, GapsAreDifferencesOfValuesToTheNearestMinimizer) {
  Numbers01 random(4);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const RecordMeans means = risk.risk.means();
    for (int i = 0; i < 100; ++i) {
      const Vector w = random_point(random, risk.risk.dimension(), problem.radius);
      const double gap = *risk.loss->gap(w, means);
      EXPECT_GE(gap, 0) << problem.name;
      EXPECT_NEAR(gap, naive_gap(risk, w), 1e-12 * (1 + risk.value(w))) << problem.name;
      EXPECT_LE(gap, risk.loss->largest_gap(w, risk.region) * (1 + 1e-9)) << problem.name;
    }
  }
}

/// Of d = 1, F on a fine grid; of d = 2, on a coarser one.
double smallest_on_a_grid(const GalleryRisk& risk, double radius) {
  double least = std::numeric_limits<double>::infinity();
  const Index d = risk.risk.dimension();
  const int steps = d == 1 ? 4000 : 200;
  for (int i = -steps; i <= steps; ++i) {
    for (int j = d == 1 ? 0 : -steps; j <= (d == 1 ? 0 : steps); ++j) {
      Vector w(d);
      w[0] = radius * i / steps;
      if (d == 2) w[1] = radius * j / steps;
      if (w.norm() <= radius) least = std::min(least, risk.value(w));
    }
  }
  return least;
}

TEST(Gallery, NoPointOfAGridIsBelowTheOptimum) {
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    if (risk.risk.dimension() > 2) continue;
    const Vector near = Vector::Constant(risk.risk.dimension(), 0.1 * problem.radius);
    const Vector best = *risk.loss->minimizer(near, risk.risk.means());
    const double optimum = risk.value(best);
    const double least = smallest_on_a_grid(risk, std::max(problem.radius, best.norm()));
    EXPECT_GE(least, optimum - 1e-13) << problem.name;
    EXPECT_LE(least, optimum + 1e-3 * (1 + std::fabs(optimum))) << problem.name;
  }
}

TEST(Gallery, NearestMinimizersAreNearest) {
  Numbers01 random(5);
  for (const GalleryCase& problem : gallery_cases()) {
    const bool has_many =
        problem.id == "hyperbola" || problem.id == "sphere-fit" || problem.id == "phase-retrieval";
    if (!has_many) continue;
    const GalleryRisk risk(problem);
    const RecordMeans means = risk.risk.means();
    for (int i = 0; i < 300; ++i) {
      Vector w = random_point(random, risk.risk.dimension(), problem.radius);
      if (i < 4 && w.size() == 2) w = Eigen::Vector2d(i < 2 ? 0.6 : -0.2, i % 2 ? -w[0] : w[0]);
      if (i >= 4 && i < 8) w.setConstant((i - 5) * 0.5);  // on an axis of the hyperbola, and 0
      const Vector best = *risk.loss->minimizer(w, means);
      EXPECT_LT(*risk.loss->gap(best, means), 1e-24) << problem.name;
      for (int k = 0; k < 40; ++k) {
        const Vector other =
            *risk.loss->minimizer(random_point(random, w.size(), problem.radius), means);
        EXPECT_LE((w - best).norm(), (w - other).norm() * (1 + 1e-12)) << problem.name << i;
      }
    }
  }
}

TEST(Gallery, TheKlConditionHoldsWithTheStatedConstants) {
  Numbers01 random(6);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const RecordMeans means = risk.risk.means();
    const RegionCondition condition = risk.loss->kl(risk.region).value();
    double tightest = 0;
    for (int i = 0; i < kPoints; ++i) {
      const Vector w = random_point(random, risk.risk.dimension(), problem.radius);
      const double gap = *risk.loss->gap(w, means);
      if (w.norm() < condition.inner_radius || gap == 0) continue;
      const double left = std::pow(gap, 1 / condition.exponent);
      const double right = condition.constant * risk.gradient(w).stableNorm();
      EXPECT_LE(left, right * (1 + 1e-9)) << problem.name;
      tightest = std::max(tightest, left / right);
    }
    const bool is_equal_everywhere = problem.id == "tilted-power" ||
                                     problem.id == "hard-quadratic" ||
                                     problem.id == "asymmetric-power";
    if (is_equal_everywhere) EXPECT_NEAR(tightest, 1, 1e-9) << problem.name;
  }
}

TEST(Gallery, TheKlConstantIsAttainedWhereItIsSaidToBe) {
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const RegionCondition condition = risk.loss->kl(risk.region).value();
    Vector w = Vector::Zero(risk.risk.dimension());
    if (condition.inner_radius > 0) {
      w[0] = condition.inner_radius;
    } else if (problem.id == "power-regression" && condition.exponent > 2) {
      w = *risk.loss->minimizer(w, risk.risk.means());
      w[0] += 0.5;  // one coordinate errs alone
    } else if (problem.id == "power-regression") {
      w.setConstant(-0.5);
    } else if (problem.id == "wavy-regression") {
      w.setConstant(std::numbers::pi / problem.records.bound);  // where the waves are flattest
    } else if (problem.id == "wiggly-quadratic" && problem.radius > 3) {
      w[0] = 2.2017091748743;
    } else if (problem.id == "flat-exponential" || problem.id == "sharp") {
      w[0] = problem.radius;
    } else {
      continue;
    }
    const double left = std::pow(*risk.loss->gap(w, risk.risk.means()), 1 / condition.exponent);
    EXPECT_NEAR(left / (condition.constant * risk.gradient(w).stableNorm()), 1, 1e-9)
        << problem.name;
  }
}

TEST(Gallery, NoRecordIsSteeperThanItsLipschitzBound) {
  Numbers01 random(7);
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const double bound = record_lipschitz(*risk.loss, risk.region);
    double steepest = 0;
    for (int i = 0; i < kPoints; ++i) {
      Vector w = random_point(random, risk.risk.dimension(), problem.radius);
      if (i % 2 == 0 && w.norm() > 0) w *= problem.radius / w.norm();
      const Index record = i % risk.risk.samples();
      steepest = std::max(steepest, risk.gradient_of(record, w).norm());
    }
    EXPECT_LE(steepest, bound * (1 + 1e-12)) << problem.name;
    EXPECT_GE(steepest, (problem.attained + 0.1) * bound) << problem.name;
  }
}

/// <grad f(a) - grad f(b), a - b> / ||a - b||^2 and ||grad f(a) - grad f(b)|| / ||a - b||, extreme
/// over near pairs of points.
struct Bends {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
};

Bends bends_of(const GalleryRisk& risk, const GalleryCase& problem) {
  Numbers01 random(8);
  Bends bends;
  for (int i = 0; i < 4 * kPoints; ++i) {
    Vector a = random_point(random, risk.risk.dimension(), problem.radius);
    if (i % 2 == 0 && a.norm() > 0) a *= 0.999 * problem.radius / a.norm();
    Vector b = a + random_point(random, risk.risk.dimension(), 1e-3 * problem.radius);
    if (b.norm() > problem.radius || (a - b).norm() < 1e-7 * problem.radius) continue;
    const Index record = i % risk.risk.samples();
    const Vector difference = risk.gradient_of(record, a) - risk.gradient_of(record, b);
    bends.least = std::min(bends.least, difference.dot(a - b) / (a - b).squaredNorm());
    bends.most = std::max(bends.most, difference.norm() / (a - b).norm());
  }
  return bends;
}

TEST(Gallery, NoRecordBendsMoreThanItsCurvatures) {
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const Bends bends = bends_of(risk, problem);
    const double most = risk.loss->curvature(risk.region);
    const double concave = risk.loss->weak_convexity(risk.region);
    EXPECT_LE(bends.most, most * (1 + 1e-6)) << problem.name;
    EXPECT_GE(bends.least, -concave - 1e-6 * (1 + concave)) << problem.name;
    if (std::isfinite(most)) EXPECT_GE(bends.most, problem.attained * most) << problem.name;
    if (concave > 0) EXPECT_LE(bends.least, -problem.attained * concave) << problem.name;
    if (risk.loss->is_convex()) EXPECT_EQ(concave, 0) << problem.name;
  }
}

TEST(Gallery, ConstantsOfAPowerAreThoseOfItsFormulas) {
  const GalleryRisk risk(gallery_case("tilted-power", {{"power", 3}}, tilts(10), 2.7));
  EXPECT_NEAR(record_lipschitz(*risk.loss, risk.region), 2.7 * 2.7 + 1, 1e-12);
  EXPECT_NEAR(mean_lipschitz(*risk.loss, risk.region), 2.7 * 2.7, 1e-12);
  EXPECT_NEAR(risk.loss->curvature(risk.region), 2 * 2.7, 1e-12);
  const RegionBounds bounds = risk.risk.bounds_within(1.5);
  EXPECT_NEAR(bounds.record_gradient, 1.5 * 1.5 + 1, 1e-9);
  EXPECT_NEAR(bounds.record_smoothness, 3, 1e-9);
  EXPECT_EQ(bounds.gradient_l2, 2) << "two tilts of length 1";
  EXPECT_EQ(risk.risk.gradient_bounds().l2, 2);
}

/// The usual problem: 2 (3.5^2 + 1/2) = 25.5 is what two gradients of its length might be apart by,
/// and 1 is what opposite records are.
TEST(Gallery, TheUsualTiltedPowerMovesByItsTiltsAlone) {
  const auto loss = find_loss("tilted-power")->record();
  const GalleryRisk risk(gallery_case("tilted-power", {}, tilts(10, 0.5), loss->default_radius()));
  EXPECT_NEAR(2 * risk.risk.bounds_within(4).record_gradient, 25.5, 1e-9);
  EXPECT_EQ(risk.risk.gradient_bounds().l2, 1);
  const Vector w = diagonal_point(10, 3.5 * (1 - 1e-12));
  EXPECT_NEAR((risk.gradient_of(0, w) - risk.gradient_of(6, w)).norm(), 0.5, 1e-12);
  EXPECT_NEAR((risk.gradient_of(0, w) - risk.gradient_of(5, w)).norm(), 1, 1e-12);
}

struct Norms {
  double l1 = 0, l2 = 0, linf = 0;

  void raise(const Vector& apart) {
    l1 = std::max(l1, apart.lpNorm<1>());
    l2 = std::max(l2, apart.norm());
    linf = std::max(linf, apart.lpNorm<Eigen::Infinity>());
  }
};

/// How far apart gradients of the rows are at random points of the ball, over all pairs of rows.
Norms largest_moves(const GalleryCase& problem, const DenseData& rows,
                    const std::optional<GradientClip>& clip, std::uint64_t seed) {
  const GalleryRisk made(problem);
  const RecordRisk risk(made.loss, {.rows = &rows, .counts = {}}, made.bounds, made.domain, clip);
  Numbers01 random(seed);
  Norms most;
  for (int i = 0; i < 200; ++i) {
    Vector w = random_point(random, risk.dimension(), problem.radius);
    if (i % 2 == 0 && w.norm() > 0) w *= problem.radius / w.norm();
    std::vector<Vector> gradients;
    BatchScratch scratch;
    for (Index k = 0; k < risk.samples(); ++k) {
      gradients.emplace_back(w.size());
      risk.answer_batch({&k, 1}, {.point = &w, .gradient = &gradients.back()}, scratch);
      for (const Vector& other : gradients) most.raise(gradients.back() - other);
    }
  }
  return most;
}

/// Along an axis, and with equal coordinates, within what is enforced: between them they are as
/// large as they can be in each of the norms. Of the sharpest targets there may be.
std::unique_ptr<DenseData> extreme_rows(const GalleryRisk& risk) {
  const Index d = risk.risk.dimension();
  const double length = std::isfinite(risk.bounds.l2) ? risk.bounds.l2 : 0;
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (const double sign : {1.0, -1.0}) {
    for (const bool is_axis : {true, false}) {
      const double entry = std::min(length, risk.bounds.linf);
      const Vector row = is_axis ? Vector(entry * Vector::Unit(d, 0)) : diagonal_point(d, length);
      for (const double target : {risk.bounds.target_lower, risk.bounds.target_upper}) {
        rows.emplace_back(row.begin(), row.end());
        for (double& value : rows.back()) value *= sign;
        targets.push_back(std::isfinite(target) ? target : 0);
      }
    }
  }
  return dense_records(rows, targets);
}

TEST(Gallery, NoTwoRecordsAreFartherApartThanTheirSensitivityWhichTiltsAttain) {
  int with_tilts_alone = 0;
  for (const GalleryCase& problem : gallery_cases()) {
    const GalleryRisk risk(problem);
    const GradientBounds bounds = risk.risk.gradient_bounds();
    const Norms most = largest_moves(problem, *extreme_rows(risk), std::nullopt, 21);
    EXPECT_LE(most.l1, bounds.l1 * (1 + 1e-12)) << problem.name;
    EXPECT_LE(most.l2, bounds.l2 * (1 + 1e-12)) << problem.name;
    EXPECT_LE(most.linf, bounds.linf * (1 + 1e-12)) << problem.name;
    if (!differs_by_tilt_alone(*risk.loss)) continue;
    ++with_tilts_alone;
    EXPECT_NEAR(most.l1, bounds.l1, 1e-9 * bounds.l1) << problem.name;
    EXPECT_NEAR(most.l2, bounds.l2, 1e-9 * bounds.l2) << problem.name;
    EXPECT_NEAR(most.linf, bounds.linf, 1e-9 * bounds.linf) << problem.name;
    EXPECT_LE(2 * risk.bounds.l2, bounds.l2);
    EXPECT_LE(bounds.l2, 2 * risk.risk.bounds_within(1e9).record_gradient) << problem.name;
  }
  EXPECT_GE(with_tilts_alone, 16);
}

/// Clipping scales g with each record's own length: of what is clipped the bounds of lengths stay.
TEST(Gallery, ClippedRecordsHaveTheBoundsOfTheirLengths) {
  for (const GalleryCase& problem : gallery_cases()) {
    for (const double bound : {0.3, 1.5, 1e6}) {
      for (const auto norm : {GradientClip::Norm::l1, GradientClip::Norm::l2}) {
        const GradientClip clip{.norm = norm, .bound = bound};
        const GalleryRisk risk(problem, clip);
        const GradientBounds bounds = risk.risk.gradient_bounds();
        const Norms most = largest_moves(problem, *extreme_rows(risk), clip, 22);
        EXPECT_LE(most.l1, bounds.l1 * (1 + 1e-12)) << problem.name;
        EXPECT_LE(most.l2, bounds.l2 * (1 + 1e-12)) << problem.name;
        EXPECT_LE(most.linf, bounds.linf * (1 + 1e-12)) << problem.name;
      }
    }
  }
}

/// (kappa / (kappa - 1)) gamma F_0^((kappa - 1) / kappa), which bounds the distance to the
/// minimizers.
double distance_bound(const RegionCondition& condition, double gap) {
  const double rest = (condition.exponent - 1) / condition.exponent;
  return condition.constant * std::pow(gap, rest) / rest;
}

TEST(Gallery, TheKlConditionBoundsTheDistanceToTheMinimizers) {
  Numbers01 random(9);
  for (const GalleryCase& problem : gallery_cases()) {
    const bool is_global = problem.id == "tilted-power" || problem.id == "wiggly-quadratic" ||
                           problem.id == "power-regression" || problem.id == "wavy-regression";
    if (!is_global) continue;
    const GalleryRisk risk(problem);
    const RegionCondition condition = risk.loss->kl(risk.region).value();
    for (int i = 0; i < kPoints; ++i) {
      const Vector w = random_point(random, risk.risk.dimension(), problem.radius);
      const double bound = distance_bound(condition, *risk.loss->gap(w, risk.risk.means()));
      const Vector best = *risk.loss->minimizer(w, risk.risk.means());
      EXPECT_LE((w - best).norm(), bound * (1 + 1e-9)) << problem.name;
      if (problem.id == "tilted-power") EXPECT_NEAR(w.norm(), bound, 1e-9 * bound) << problem.name;
    }
  }
}

/// p^(-1/kappa) / sqrt(pi_min) and X^p R^(p-1), at unit rows in equal shares, and those of waves.
TEST(Gallery, ConstantsOfRegressionsAreThoseOfTheirFormulas) {
  const GalleryRisk power(gallery_case("power-regression", {{"power", 4}}, axes(5, 1, 0), 2));
  const RegionCondition condition = *power.loss->kl(power.region);
  EXPECT_NEAR(condition.exponent, 4.0 / 3, 1e-15);
  EXPECT_NEAR(condition.constant, std::pow(4, -0.75) * std::sqrt(5), 1e-14);
  EXPECT_NEAR(record_lipschitz(*power.loss, power.region), 8, 1e-9);
  EXPECT_NEAR(power.loss->curvature(power.region), 3 * 4, 1e-9);
  const GalleryRisk wavy(
      gallery_case("wavy-regression", {{"power", 4.0 / 3}, {"waviness", 0.5}}, axes(5, 2, 0), 2));
  const RegionCondition of_waves = *wavy.loss->kl(wavy.region);
  EXPECT_NEAR(of_waves.exponent, 4, 1e-14);
  EXPECT_NEAR(of_waves.constant, std::pow(0.75, 0.25) * std::pow(5, 0.75), 1e-14);
  EXPECT_NEAR(wavy.loss->weak_convexity(wavy.region), 4 * 0.5 * std::cbrt(4 + 0.5 * std::sin(4)),
              1e-9);
  const GalleryRisk phase(
      gallery_case("phase-retrieval", {{"innerRadius", 0.25}}, axes(1, 2, 0.5), 1));
  EXPECT_NEAR(phase.loss->kl(phase.region)->constant, 1 / (2 * 0.25 * 4), 1e-15);
}

TEST(Gallery, RegressionsKnowTheirOptimumOnEqualSharesOfOneHotRowsAlone) {
  const auto gap_on = [](std::initializer_list<std::vector<double>> rows,
                         std::vector<double> targets) {
    const auto records = dense_records(rows, targets);
    const RecordRisk risk(find_loss("power-regression")->record(),
                          {.rows = records.get(), .counts = {}},
                          {.l2 = 1, .target_lower = -1, .target_upper = 1},
                          {.kind = Domain::Kind::l2_ball, .radius = 4});
    return find_loss("power-regression")->record()->gap(Eigen::Vector2d(1, -3), risk.means());
  };
  EXPECT_NEAR(gap_on({{0.5, 0}, {0, 0.5}}, {1, 1}).value(), (0.125 + 15.625) / 6, 1e-14);
  EXPECT_NEAR(gap_on({{0, 0.5}, {0.5, 0}}, {1, 1}).value(), (0.125 + 15.625) / 6, 1e-14);
  EXPECT_FALSE(gap_on({{0.5, 0}, {0, 0.25}}, {1, 1}));
  EXPECT_FALSE(gap_on({{0.5, 0}, {0, 0.5}}, {1, 0}));
  EXPECT_FALSE(gap_on({{0.5, 0}, {0.5, 0}}, {1, 1}));
  EXPECT_FALSE(gap_on({{0.5, 0.1}, {0, 0.5}}, {1, 1}));
  EXPECT_FALSE(gap_on({{-0.5, 0}, {0, -0.5}}, {1, 1}));
  EXPECT_FALSE(gap_on({{0.5, 0}, {0, 0.5}, {0.5, 0}}, {1, 1, 1}));
}

TEST(Gallery, TheHardQuadraticIsConvexWhereThePrintedOneIsNot) {
  const double strength = 0.3, zone = 4;
  const auto slope = [&](double outside, double t) {
    return t <= zone ? 2 * strength * t : outside * strength;
  };
  const GalleryRisk risk(gallery_case("hard-quadratic", {{"distance", 1}, {"quadratic", strength}},
                                      {.name = "hard-signs", .samples = 20, .features = 1}, 8));
  double before = 0;
  for (double t = 0.1; t < 8; t += 0.1) {
    Vector w = Vector::Constant(1, t), out;
    risk.loss->gradient(w, 0, out);
    EXPECT_GE(out[0], before - 1e-12) << t;
    EXPECT_NEAR(out[0], slope(2 * zone, t), 1e-12) << t;
    before = out[0];
  }
  EXPECT_LT(slope(4, zone + 0.1), slope(4, zone));  // 4 D ||w||, as printed, falls
  EXPECT_FALSE(risk.loss->kl({.radius = 8, .dimension = 1, .records = risk.bounds}));
}

TEST(Gallery, TheHardQuadraticHasItsOptimumWithinTheDistance) {
  const SyntheticParameters records{
      .name = "hard-signs", .samples = 1000, .features = 16, .bound = 2, .signed_rows = 4};
  const double distance = 1.5, strength = 4 * 2 / (2 * 1000 * distance);
  const GalleryRisk risk(gallery_case(
      "hard-quadratic", {{"distance", distance}, {"quadratic", strength}}, records, 4 * distance));
  const RecordMeans means = risk.risk.means();
  const Vector best = *risk.loss->minimizer(Vector::Zero(16), means);
  EXPECT_LE(best.norm(), distance);
  EXPECT_LT(risk.gradient(best).norm(), 1e-15);
  EXPECT_LE(record_lipschitz(*risk.loss, risk.region), 5 * 2);
  Numbers01 random(10);
  for (int i = 0; i < 100; ++i) {
    const Vector w = random_point(random, 16, 4 * distance);
    EXPECT_NEAR(*risk.loss->gap(w, means), strength * (w - best).squaredNorm(), 1e-15);
  }
}

TEST(Gallery, TheHardGrowthProblemGrowsAsFastAsItMustNearItsOptimum) {
  for (const double exponent : {2.0, 3.0, 5.0}) {
    const SyntheticParameters records{
        .name = "biased-signs", .samples = 1000, .features = 1, .bias = 0.1};
    const GalleryRisk risk(
        gallery_case("hard-growth", {{"exponent", exponent}, {"bias", 0.1}}, records, 0.5));
    const RecordMeans means = risk.risk.means();
    EXPECT_NEAR(means.target, 0.1, 1e-15);
    const double best = (*risk.loss->minimizer(Vector::Zero(1), means))[0];
    const double growth = exponent / (exponent - 1);
    EXPECT_NEAR(best, std::pow(0.1, 1 / (growth - 1)) / 2, 1e-15);
    EXPECT_NEAR(risk.value(Vector::Constant(1, best)), 0.9 * best, 1e-15);
    const auto ratio = [&](double w) {
      return *risk.loss->gap(Vector::Constant(1, w), means) / std::pow(std::fabs(w - best), growth);
    };
    for (double w = -0.5; w <= 0.5; w += 0.013) EXPECT_GE(ratio(w), 1 - 1e-12) << w;
    EXPECT_LT(std::min(ratio(-2), ratio(2)), 1) << exponent;
  }
}

}  // namespace
}  // namespace noisy::testing
