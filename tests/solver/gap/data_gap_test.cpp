// The losses with data as problems: extragradient's mean iterate closes the certified gap of each.
#include "engine/problem/saddle/atom_population.h"
#include "engine/problem/saddle/auc.h"
#include "engine/problem/saddle/group_risk.h"
#include "engine/problem/saddle/moment_equations.h"
#include "engine/problem/saddle/robust_logistic.h"
#include "engine/problem/saddle/robust_regression.h"
#include "tests/solver/gap/gap_support.h"

namespace noisy::testing {
namespace {

/// z <- P(z - eta A(.)) twice a step, averaged over the half steps: the gap of the average is at
/// most D^2 / (2 eta T) for eta <= 1 / l.
class MeanExtragradient {
 public:
  MeanExtragradient(const SaddleMean& mean, const SaddlePoint& start)
      : mean_(mean), z_(mean.primal_dimension() + mean.dual_dimension()) {
    z_ << start.primal, start.dual;
  }

  SaddlePoint run_steps(int steps) {
    const double eta = 1 / mean_.smoothness().joint;
    Vector total = Vector::Zero(z_.size());
    for (int t = 0; t < steps; ++t) {
      const Vector half = projected(z_ - eta * slopes_at(z_));
      z_ = projected(z_ - eta * slopes_at(half));
      total += half / steps;
    }
    return parts(total);
  }

 private:
  SaddlePoint parts(const Vector& z) const {
    return {z.head(mean_.primal_dimension()), z.tail(mean_.dual_dimension())};
  }
  Vector slopes_at(const Vector& z) const {
    SaddleMeanAnswer answer;
    run(*mean_.begin_pass(z, answer));
    return answer.slopes;
  }
  Vector projected(const Vector& z) const {
    SaddlePoint out = parts(z);
    mean_.primal_domain().project(out.primal);
    mean_.dual_domain().project(out.dual);
    return (Vector(z.size()) << out.primal, out.dual).finished();
  }

  const SaddleMean& mean_;
  Vector z_;
};

double value_at(const SaddleMean& mean, const Vector& x, const Vector& y) {
  const Vector z = (Vector(x.size() + y.size()) << x, y).finished();
  SaddleMeanAnswer answer;
  run(*mean.begin_pass(z, answer));
  return answer.value;
}

/// The gap at z, which no answer of either player to the other's part of z contradicts.
Bracket checked_gap(const SaddleMean& mean, const SaddlePoint& z) {
  GapSearch search(mean, {&z, 1}, {.width = 1e-4});
  run(search);
  EXPECT_TRUE(search.is_narrow());
  EXPECT_GE(search.gap().width(), 0);
  Draws draws(6);
  for (int trial = 0; trial < 100; ++trial) {
    SaddlePoint other{draws.unit(mean.primal_dimension()) * draws(0, 1),
                      draws.unit(mean.dual_dimension()) * draws(0, 1)};
    mean.primal_domain().project(other.primal);
    mean.dual_domain().project(other.dual);
    EXPECT_LE(value_at(mean, z.primal, other.dual), search.dual().value.upper);
    EXPECT_GE(value_at(mean, other.primal, z.dual), search.primal().value.lower);
  }
  return search.gap();
}

void expect_gap_closes(const SaddleLoss& loss, const DenseData& data) {
  const FeatureBounds records{.l2 = 1, .target_lower = -1, .target_upper = 1};
  const RecordMean mean = RecordMean::make(loss, data, records).value();
  SaddlePoint start{Vector::Ones(mean.primal_dimension()), Vector::Ones(mean.dual_dimension())};
  start.dual[0] = 7;
  mean.primal_domain().project(start.primal);
  mean.dual_domain().project(start.dual);
  const SaddleBounds bounds = loss.bounds(records, data.features());
  constexpr int kSteps = 400;
  const double square =
      bounds.primal_radius * bounds.primal_radius + bounds.dual_radius * bounds.dual_radius;
  // No point is further than twice the radii from another.
  const double most = 4 * square * bounds.smoothness.joint / (2 * kSteps);
  const Bracket before = checked_gap(mean, start);
  const SaddlePoint found = MeanExtragradient(mean, start).run_steps(kSteps);
  const Bracket after = checked_gap(mean, found);
  EXPECT_LE(after.lower, most);
  EXPECT_GE(after.upper, 0);
  EXPECT_LE(after.upper, before.lower / 3);
}

TEST(DataGap, ClosesForEveryLoss) {
  const DenseData atoms = make_atoms({.atoms = 200, .features = 4, .minority_share = 0.2}).value();
  expect_gap_closes(AucLoss::make({.radius = 1}).value(), atoms);
  const GroupRule rule{.by_label = false, .thresholds = {0}, .column = 0};
  expect_gap_closes(GroupRiskLoss::make({.radius = 2, .rule = rule, .shares = {0.8, 0.2}}).value(),
                    atoms);
  expect_gap_closes(GroupRiskLoss::make(
                        {.radius = 1, .rule = rule, .shares = {0.8, 0.2}, .loss = &kSquaredScores})
                        .value(),
                    atoms);
  const RobustParameters robust{.radius = 1, .shift_radius = 0.5, .shift_weight = 1.5};
  expect_gap_closes(RobustLogisticLoss::make(robust).value(), atoms);
  expect_gap_closes(RobustRegressionLoss::make(robust).value(), atoms);
  expect_gap_closes(MomentEquations(1), atoms);
}

}  // namespace
}  // namespace noisy::testing
