// Least squares of the worst group and task over the hull of public models: bounds in which the
// models' scores and the targets each have a part of their own.
#include <cmath>

#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/saddle/saddle_hull.h"
#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

constexpr Index kInputs = 3, kTasks = 2;

/// A problem over models of three inputs, whose records have targets up to T.
struct Kind {
  const char* id;
  Index features;  ///< of a record: those of tasks end with targets
  double weight;   ///< c
  const char* bound;
};
const Kind kKinds[] = {{"worst-group-sparse-squared", kInputs, 2, nullptr},
                       {"worst-task-squared", kInputs + kTasks, 1, "targetBound"}};

ParameterSet with_bound(const Kind& kind, double target) {
  ParameterSet out;
  if (kind.bound) out.set(kind.bound, target);
  return out;
}

std::shared_ptr<const SaddleLoss> over(const Kind& kind, const Eigen::MatrixXd& models,
                                       double target) {
  Domain hull{.kind = Domain::Kind::hull};
  hull.vertices = models;
  return saddle_over_hull(*find_loss(kind.id), with_bound(kind, target), hull);
}

std::vector<double> numbers_of(const SaddleBounds& of) {
  return {of.lipschitz,
          of.primal_difference,
          of.dual_difference,
          of.smoothness.primal,
          of.smoothness.coupling,
          of.smoothness.joint,
          of.coordinates.lipschitz,
          of.coordinates.smoothness,
          of.coordinates.hessian_lipschitz,
          of.coordinates.difference};
}

TEST(HullSquares, OfTheBallsVerticesHaveTheBoundsOfTheBall) {
  Eigen::MatrixXd both(kInputs, 2 * kInputs);
  both << 3 * Eigen::MatrixXd::Identity(kInputs, kInputs),
      -3 * Eigen::MatrixXd::Identity(kInputs, kInputs);
  for (const Kind& kind : kKinds) {
    for (const double target : {0.1, 2.0, 40.0}) {
      ParameterSet given = with_bound(kind, target);
      given.set("radius", 3.0);
      const auto ball = find_loss(kind.id)->saddle(given);
      const auto hull = over(kind, both, target);
      const FeatureBounds records{
          .l1 = 2, .l2 = 1, .linf = 0.7, .target_lower = -target, .target_upper = target};
      const auto a = numbers_of(hull->bounds(records, kind.features));
      const auto b = numbers_of(ball->bounds(records, kind.features));
      for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_NEAR(a[k], b[k], 1e-12 * b[k]) << kind.id << " " << target << " " << k;
      }
    }
  }
}

/// Records within ||u||_1 <= `sum` with targets of a bound, and points of the hull.
class Draws {
 public:
  Draws(const Kind& kind, const Eigen::MatrixXd& models, double sum, double target)
      : kind_(kind), models_(models), sum_(sum), target_(target) {}

  Vector row() {
    Vector out(kind_.features);
    for (double& entry : out) entry = normal(stream_, 1);
    if (uniform(stream_) < 0.4) out = Vector::Unit(kind_.features, any(kInputs));
    out *= sum_ * draw_sign(stream_) / out.lpNorm<1>();
    if (kind_.bound && uniform(stream_) < 0.5) out.tail(kTasks).setConstant(0);
    return out;
  }
  double target() { return target_ * (uniform(stream_) < 0.2 ? 0 : draw_sign(stream_)); }
  Vector point() {
    Vector z(models_.cols() + kTasks);
    for (double& weight : z) weight = uniform(stream_);
    if (uniform(stream_) < 0.6)
      z.head(models_.cols()) = Vector::Unit(models_.cols(), any(models_.cols()));
    if (uniform(stream_) < 0.6) z.tail(kTasks) = Vector::Unit(kTasks, any(kTasks));
    z.head(models_.cols()) /= z.head(models_.cols()).sum();
    z.tail(kTasks) /= z.tail(kTasks).sum();
    return z;
  }

 private:
  Index any(Index count) {
    return static_cast<Index>(bounded_integer(stream_, static_cast<std::uint64_t>(count)));
  }

  const Kind& kind_;
  const Eigen::MatrixXd& models_;
  double sum_, target_;
  Stream stream_ = test_draws(23);
};

/// What is found of (L, S_x, S_y, L_0, S_inf).
std::vector<double> found_of(const SaddleLoss& loss, Index models, Draws& draws) {
  std::vector<double> most(5);
  for (int trial = 0; trial < 4000; ++trial) {
    const Vector z = draws.point(), row = draws.row(), other = draws.row();
    const Vector a = operator_of(loss, {math::view(row), draws.target()}, z);
    const Vector b = operator_of(loss, {math::view(other), draws.target()}, z);
    const Vector apart = a - b;
    raise(most[0], a.norm());
    raise(most[1], apart.head(models).norm());
    raise(most[2], apart.tail(kTasks).norm());
    raise(most[3], a.lpNorm<Eigen::Infinity>());
    raise(most[4], apart.lpNorm<Eigen::Infinity>());
  }
  return most;
}

/// Random models of weights far above and below the records' targets.
TEST(HullSquares, HaveBoundsThatHoldForRandomModels) {
  constexpr Index kModels = 4;
  Stream stream = test_draws(29);
  for (const Kind& kind : kKinds) {
    for (const double scale : {0.02, 1.0, 15.0}) {
      for (const double target : {0.01, 0.8, 3.0}) {
        Eigen::MatrixXd models(kInputs, kModels);
        for (double& weight : models.reshaped()) weight = normal(stream, scale);
        const auto loss = over(kind, models, target);
        constexpr double kSum = 0.8;
        const FeatureBounds records{.l1 = kSum, .target_lower = -target, .target_upper = target};
        const SaddleBounds of = loss->bounds(records, kind.features);
        Draws draws(kind, models, kSum, target);
        const auto found = found_of(*loss, kModels, draws);
        const double bounds[] = {of.lipschitz, of.primal_difference, of.dual_difference,
                                 of.coordinates.lipschitz, of.coordinates.difference};
        for (std::size_t k = 0; k < 5; ++k) {
          EXPECT_LE(found[k], bounds[k] * (1 + 1e-12)) << kind.id << " " << scale << " " << k;
          // The tasks' targets are parts of rows of at most 0.8, and count up to their bound.
          if (kind.bound == nullptr) {
            EXPECT_GE(found[k], 0.3 * bounds[k]) << kind.id << " " << scale << " " << k;
          }
        }
        if (kind.bound == nullptr) {
          EXPECT_GE(found[3], 0.999 * of.coordinates.lipschitz);
        }
      }
    }
  }
}

/// Inputs of at most 1 and models whose largest sums of weights are M = 3.25: by hand from M and T,
/// with the weight c.
TEST(HullSquares, HaveTheBoundsThatAreCountedByHand) {
  Eigen::MatrixXd models(kInputs, 2);
  models << 2, 0.25,  //
      -0.5, 3,        //
      0.5, 0;
  constexpr double kMargin = 3.25;
  for (const Kind& kind : kKinds) {
    for (const double target : {0.25, 20.0}) {
      const auto loss = over(kind, models, target);
      const CoordinateBounds of =
          loss->bounds({.linf = 1, .target_lower = -target, .target_upper = 0}, kind.features)
              .coordinates;
      const double error = kMargin + target, value = error * error / 2;
      EXPECT_NEAR(of.lipschitz, kind.weight * std::max(kMargin * error, value), 1e-11);
      EXPECT_NEAR(of.difference, kind.weight * std::max(2 * kMargin * error, value), 1e-11);
      EXPECT_NEAR(of.smoothness, kind.weight * kMargin * error, 1e-11);
      EXPECT_NEAR(of.hessian_lipschitz, kind.weight * kMargin * kMargin, 1e-11);
    }
  }
}

/// At the mixed model, naively.
TEST(HullSquares, AreThoseOfTheDefinitionAtTheMixedModel) {
  constexpr double kTarget = 0.3;
  Eigen::MatrixXd models(kInputs, 4);
  models << 1, -2, 0.5, 3,  //
      0, 1, 1, -1,          //
      2, 0, 0.25, 1;
  for (const Kind& kind : kKinds) {
    const auto loss = over(kind, models, kTarget);
    Draws draws(kind, models, 2, 1);
    for (int trial = 0; trial < 50; ++trial) {
      const Vector z = draws.point(), row = draws.row(), w = models * z.head(4);
      const double target = draws.target(), score = w.dot(row.head(kInputs));
      Vector losses = Vector::Zero(kTasks), errors = Vector::Zero(kTasks);
      for (Index g = 0; g < kTasks; ++g) {
        // Groups go by the first column, of equal shares.
        if (!kind.bound && (row[0] > 0) != (g == 1)) continue;
        const double t =
            kind.bound ? std::min(std::max(row[kInputs + g], -kTarget), kTarget) : target;
        errors[g] = kind.weight * (score - t);
        losses[g] = errors[g] * (score - t) / 2;
      }
      const SaddleRecord record{math::view(row), target};
      EXPECT_NEAR(loss->value(record, z), z.tail(kTasks).dot(losses), 1e-12);
      Vector slopes(z.size());
      slopes << models.transpose() * row.head(kInputs) * z.tail(kTasks).dot(errors), -losses;
      EXPECT_LE((operator_of(*loss, record, z) - slopes).norm(), 1e-12);
    }
  }
}

}  // namespace
}  // namespace noisy::testing
