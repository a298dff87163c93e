// Whether a declared Lipschitz constant holds of every record at one point.
#include "engine/solver/base/lipschitz_check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "engine/solver/problem/less_convex_sum.h"
#include "engine/solver/problem/record_sum.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/solver/support/problems.h"

namespace noisy::testing {
namespace {

LipschitzCheck checked(const ComponentSum& losses, const Vector& point) {
  LipschitzCheck check(losses, point);
  while (!check.advance(Deadline::after_seconds(0))) {
  }
  return check;
}

/// Gradients of length 1 but for one record's.
class OneLongGradient final : public ComponentSum {
 public:
  OneLongGradient(Index longer, double length) : longer_(longer), length_(length) {}
  Index components() const override { return 1000; }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  double lipschitz() const override { return 1; }
  void component_at(Index i, const Vector&, Vector& out) const override {
    out = Vector::Unit(2, 1) * (i == longer_ ? length_ : 1);
  }

 private:
  Index longer_;
  double length_;
};

TEST(LipschitzCheck, FindsOneRecordThatIsTooSteep) {
  for (const Index longer : {Index{0}, Index{255}, Index{256}, Index{999}}) {
    const OneLongGradient steep(longer, 1 + 1e-8), within(longer, 1 + 1e-10);
    const LipschitzCheck check = checked(steep, Vector::Zero(2));
    ASSERT_TRUE(check.violation()) << longer;
    EXPECT_EQ(check.violation()->code, ErrorCode::lipschitz_violation);
    EXPECT_EQ(check.evaluations(), 1000);
    EXPECT_FALSE(checked(within, Vector::Zero(2)).violation()) << longer;  // that is rounding
  }
}

TEST(LipschitzCheck, IsOfTheRecordsOwnLosses) {
  const OneLongGradient sum(3, 1);
  const LessConvexSum less(sum, 2, 0);
  Vector far = Vector::Constant(2, -5);
  Vector component(2);
  less.component_at(0, far, component);
  EXPECT_GT(component.norm(), 2);  // phi_i is long there, and f_i is not
  EXPECT_FALSE(checked(less, far).violation());
}

TEST(LipschitzCheck, OfRowsTakesTheSlopes) {
  const LogisticSum sum(40, 5, 1);
  const Vector point = Vector::Constant(5, -40);  // where slopes are nearly 0 or 1
  LipschitzCheck check = checked(sum, point);
  EXPECT_FALSE(check.violation());
  double longest = 0;
  Vector gradient(5);
  for (Index i = 0; i < 40; ++i) {
    sum.component_at(i, point, gradient);
    longest = std::max(longest, gradient.norm());
  }
  EXPECT_NEAR(check.longest_gradient(), longest, 1e-12);
}

/// What rows are clipped to and domains end at is what L was computed from.
TEST(LipschitzCheck, PassesEveryLossOfTheEngineOnTheEdgeOfItsBounds) {
  constexpr Index kDimension = 3;
  Numbers01 random(5);
  std::vector<naive::Numbers> rows;
  naive::Numbers targets;
  for (int i = 0; i < 60; ++i) {
    Vector row(kDimension);
    for (double& value : row) value = random(-1, 1);
    row /= row.norm();
    rows.emplace_back(row.begin(), row.end());
    targets.push_back(i % 2 == 0 ? 1 : -1);
  }
  const auto records = dense_records(rows, targets);
  const FeatureBounds bounds{
      .l1 = std::sqrt(3.0), .l2 = 1, .linf = 1, .target_lower = -1, .target_upper = 1};
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = 1};
  int margins = 0, saddles = 0;
  for (const LossEntry& entry : losses()) {
    if (entry.origin != Origin::engine) continue;
    std::unique_ptr<FiniteSum> risk;
    Domain domain = ball;
    if (entry.form == LossForm::margin) {
      ++margins;
      risk = std::make_unique<EmpiricalRisk>(*records, bounds, entry.linear(), std::nullopt, ball);
    } else if (entry.form == LossForm::saddle) {
      ++saddles;
      risk = std::make_unique<SaddleRisk>(entry.saddle(), *records, bounds);
      domain = product_domain(*entry.saddle(), kDimension);
    } else {
      continue;
    }
    const RecordSum sum(*risk);
    ASSERT_TRUE(std::isfinite(sum.lipschitz())) << entry.id;
    for (int trial = 0; trial < 20; ++trial) {
      Vector point(risk->dimension());
      for (double& value : point) value = random(-3, 3);
      domain.project(point);
      EXPECT_FALSE(checked(sum, point).violation()) << entry.id;
    }
  }
  EXPECT_GE(margins, 5);
  EXPECT_GE(saddles, 4);
}

}  // namespace
}  // namespace noisy::testing
