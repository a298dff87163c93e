// Finite differences of the problems on simplices: no partial derivative of order one, two or three
// passes L_0, L_1 or L_2.
#include "engine/problem/saddle/bias_stress.h"
#include "engine/problem/saddle/matrix_game.h"
#include "engine/problem/saddle/sparse_group_risk.h"
#include "engine/problem/saddle/worst_task.h"
#include "tests/problem/saddle/loss_checks.h"

namespace noisy::testing {
namespace {

/// The largest partial derivatives found, and how far apart those of two records were.
struct Largest {
  double first = 0, second = 0, third = 0, apart = 0;
};

/// Differences of the operator, whose coordinates are first derivatives up to their signs.
///
/// Records are 0, or corners of their bounds: entries up to `entry` and targets up to `target`.
class Probe {
 public:
  Probe(const SaddleLoss& loss, double entry, double target, Index features)
      : loss_(loss),
        entry_(entry),
        target_(target),
        features_(features),
        primal_(loss.primal_dimension(features)),
        size_(primal_ + loss.dual_dimension(features)) {}

  Largest run(int trials) {
    Largest out;
    for (int trial = 0; trial < trials; ++trial) look(out);
    return out;
  }

 private:
  static constexpr double kStep = 1e-4;

  void look(Largest& out) {
    const Vector record = random_record(), other = random_record(), z = random_point_on_simplices();
    const double target = random_target(), other_target = random_target();
    const auto at = [&](const Vector& point) {
      return operator_of(loss_, {math::view(record), target}, point);
    };
    const auto most = [](const Vector& slopes) { return slopes.lpNorm<Eigen::Infinity>(); };
    const Vector here = at(z);
    raise(out.first, most(here));
    raise(out.apart, most(here - operator_of(loss_, {math::view(other), other_target}, z)));
    const Vector j = kStep * Vector::Unit(size_, random_index());
    const Vector k = kStep * Vector::Unit(size_, random_index());
    raise(out.second, most(at(z + j) - at(z - j)) / (2 * kStep));
    const Vector curved = at(z + j + k) - at(z + j - k) - at(z - j + k) + at(z - j - k);
    raise(out.third, most(curved) / (4 * kStep * kStep));
  }

  Index random_index() {
    return static_cast<Index>(bounded_integer(stream_, static_cast<std::uint64_t>(size_)));
  }
  Vector random_record() {
    const double size = uniform(stream_) < 0.1 ? 0 : entry_;
    Vector out(features_);
    for (double& entry : out) entry = size * draw_sign(stream_);
    return out;
  }
  double random_target() { return uniform(stream_) < 0.2 ? 0 : target_ * draw_sign(stream_); }
  /// A corner, half of the time, of either simplex.
  Vector random_point_on_simplices() {
    const double scale = uniform(stream_) < 0.5 ? 0.3 : 20;
    SaddlePoint z = random_point(stream_, primal_, size_ - primal_, scale);
    loss_.primal_domain(features_).project(z.primal);
    loss_.dual_domain(features_).project(z.dual);
    return joined(z);
  }

  const SaddleLoss& loss_;
  double entry_, target_;
  Index features_, primal_, size_;
  Stream stream_ = test_draws(7);
};

void expect_bounded(const SaddleLoss& loss, double entry, Index features, const Largest& shares,
                    double target = 0) {
  const FeatureBounds records{.linf = entry, .target_lower = -target, .target_upper = target};
  const CoordinateBounds bounds = loss.bounds(records, features).coordinates;
  const Largest found = Probe(loss, entry, target, features).run(4000);
  const auto check = [](const char* name, double number, double bound, double share,
                        double rounding) {
    EXPECT_LE(number, bound + rounding) << name;
    // Of no bound no share is attained.
    if (share > 0) EXPECT_GE(number, share * bound) << name;
  };
  // What differences by steps of 1e-4 add to the derivatives, and their rounding.
  check("L_0", found.first, bounds.lipschitz, shares.first, 1e-12);
  check("L_1", found.second, bounds.smoothness, shares.second, 1e-6);
  check("L_2", found.third, bounds.hessian_lipschitz, shares.third, 1e-5);
  check("S_inf", found.apart, bounds.difference, shares.apart, 1e-12);
}

TEST(CoordinateBounds, OfMatrixGamesHoldAndAreAttained) {
  const Largest all{.first = 0.999, .second = 0.999, .third = 1, .apart = 0.999};
  expect_bounded(MatrixGame(3), 1, 12, all);
  expect_bounded(MatrixGame(0), 0.4, 9, all);
}

TEST(CoordinateBounds, OfBiasStressHoldAndAreAttained) {
  const Largest all{.first = 0.999, .second = 0.999, .third = 0.99, .apart = 0.999};
  expect_bounded(BiasStress({}), 1, 6, all);
  expect_bounded(BiasStress({.curvature = 2, .minimizer = 0.1}), 0.5, 8, all);
}

/// There is no L_2 to attain.
TEST(CoordinateBounds, OfKinkedBiasStressHoldAndAreAttained) {
  expect_bounded(BiasStress({.is_kinked = true}), 1, 6,
                 {.first = 0.999, .second = 0.999, .third = 0, .apart = 0.999});
}

/// With many tasks the largest third derivatives are rarely met.
TEST(CoordinateBounds, OfTheWorstTaskHoldAndAreAttained) {
  const Largest all{.first = 0.99, .second = 0.9, .third = 0.7, .apart = 0.99};
  expect_bounded(WorstTaskRisk({.radius = 1, .tasks = 2}), 1, 4, all);
  expect_bounded(WorstTaskRisk({.radius = 4, .tasks = 3}), 0.5, 5, all);
}

TEST(CoordinateBounds, OfTheWorstGroupHoldAndAreAttained) {
  const Largest all{.first = 0.99, .second = 0.9, .third = 0.7, .apart = 0.9};
  const GroupRule by_column{.by_label = false, .thresholds = {0}, .column = 0};
  expect_bounded(
      SparseGroupRisk::make(
          {.radius = 1, .rule = by_column, .shares = {0.7, 0.3}, .loss = &kLogisticScoresAboveCoin})
          .value(),
      1, 3, all);
}

/// The last columns of a row, which are targets, are as large as its inputs: of 1 they attain what
/// a target bound of at most 1 allows.
TEST(CoordinateBounds, OfTheWorstTasksSquaresHoldAndAreAttained) {
  const Largest all{.first = 0.99, .second = 0.9, .third = 0.9, .apart = 0.9};
  const auto squares = [](double radius, Index tasks, double target) {
    return WorstTaskRisk(
        {.radius = radius, .tasks = tasks, .loss = &kSquaredScores, .target = target});
  };
  expect_bounded(squares(1, 2, 1), 1, 4, all);
  expect_bounded(squares(4, 3, 0.05), 1, 5, all);
  expect_bounded(squares(0.1, 2, 1), 1, 4, all);
  expect_bounded(squares(0.1, 2, 5), 5, 3, all);
  expect_bounded(squares(1, 2, 40), 1, 4, {.second = 0, .third = 0.9});
}

TEST(CoordinateBounds, OfTheWorstGroupsSquaresHoldAndAreAttained) {
  const Largest all{.first = 0.99, .second = 0.9, .third = 0.9, .apart = 0.9};
  const GroupRule by_column{.by_label = false, .thresholds = {0}, .column = 0};
  for (const double target : {0.02, 1.0, 10.0}) {
    expect_bounded(
        SparseGroupRisk::make(
            {.radius = 2, .rule = by_column, .shares = {0.7, 0.3}, .loss = &kSquaredScores})
            .value(),
        0.5, 3, all, target);
  }
}

}  // namespace
}  // namespace noisy::testing
