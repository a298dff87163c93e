// Brackets of the gap of the worst group's least squares hold what its quadratics say, which are
// solved here by hand: over an interval, and over an l1-ball edge by edge.
#include <Eigen/Cholesky>
#include <array>

#include "engine/problem/saddle/sparse_group_risk.h"
#include "tests/solver/gap/gap_support.h"

namespace noisy::testing {
namespace {

constexpr double kRadius = 1.5;
const std::vector<double> kShares = {0.7, 0.3};

/// Records with targets between -2 and 2 whose slopes differ by the sign of their first feature.
struct Records {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  FeatureBounds bounds{.l2 = 1, .target_lower = -2, .target_upper = 2};

  explicit Records(Index features) {
    Draws draws(31);
    for (int i = 0; i < 120; ++i) {
      const Vector u = draws.unit(features) * draws(0.1, 1);
      rows.emplace_back(u.begin(), u.end());
      const double slope = u[0] > 0 ? 1.2 : -0.9;
      targets.push_back(std::clamp(slope * u.sum() + draws(-0.6, 0.6), -2.0, 2.0));
    }
  }
  DenseData data() const { return inline_data(rows, targets, DataLayout::rows, 0).value(); }
};

/// w'A w / 2 - b'w + c
struct Quadratic {
  Eigen::MatrixXd a;
  Vector b;
  double c = 0;

  double at(const Vector& w) const { return w.dot(a * w) / 2 - b.dot(w) + c; }
  Vector slope_at(const Vector& w) const { return a * w - b; }

  /// The least on the segment from p to q.
  double least_between(const Vector& p, const Vector& q) const {
    const Vector along = q - p;
    const double curvature = along.dot(a * along);
    const double step = curvature > 0 ? -slope_at(p).dot(along) / curvature : 0;
    return at(p + std::clamp(step, 0.0, 1.0) * along);
  }
  /// The least in the l1-ball of the radius, of one or two coordinates: inside or on an edge.
  double least_in_ball(double radius) const {
    const Index d = b.size();
    const Vector inside = a.ldlt().solve(b);
    if (inside.lpNorm<1>() <= radius) return at(inside);
    const auto corner = [&](Index j, double sign) -> Vector {
      return sign * radius * Vector::Unit(d, j);
    };
    double least = std::min(at(corner(0, 1)), at(corner(0, -1)));
    for (const double s : {-1.0, 1.0}) {
      for (const double t : {-1.0, 1.0}) {
        if (d == 2) least = std::min(least, least_between(corner(0, s), corner(1, t)));
      }
    }
    return least;
  }
};

/// sum over a group of (w.u - t)^2 / 2 over n times its share.
std::array<Quadratic, 2> groups_of(const Records& records) {
  const auto d = static_cast<Index>(records.rows[0].size());
  const Quadratic none{.a = Eigen::MatrixXd::Zero(d, d), .b = Vector::Zero(d)};
  std::array<Quadratic, 2> out = {none, none};
  for (std::size_t i = 0; i < records.rows.size(); ++i) {
    const Vector u = Eigen::Map<const Vector>(records.rows[i].data(), d);
    const std::size_t g = u[0] > 0;
    const double part = 1 / (kShares[g] * static_cast<double>(records.rows.size()));
    out[g].a += part * u * u.transpose();
    out[g].b += part * records.targets[i] * u;
    out[g].c += part * records.targets[i] * records.targets[i] / 2;
  }
  return out;
}

Quadratic mixed(const std::array<Quadratic, 2>& groups, double second) {
  return {.a = (1 - second) * groups[0].a + second * groups[1].a,
          .b = (1 - second) * groups[0].b + second * groups[1].b,
          .c = (1 - second) * groups[0].c + second * groups[1].c};
}

GroupRiskParameters parameters() {
  return {.radius = kRadius,
          .rule = {.by_label = false, .thresholds = {0}, .column = 0},
          .shares = kShares,
          .loss = &kSquaredScores};
}

/// A mixture of the vertices with the mean w, that weighs some of them for nothing.
Vector over_vertices(const Vector& w) {
  const Index d = w.size();
  Vector x(2 * d);
  const double spare = (1 - w.lpNorm<1>() / kRadius) / static_cast<double>(2 * d);
  for (Index j = 0; j < d; ++j) {
    x[j] = std::max(w[j], 0.0) / kRadius + spare;
    x[d + j] = std::max(-w[j], 0.0) / kRadius + spare;
  }
  return x;
}

/// The gap of the quadratics at w and (1 - second, second).
double gap_by_hand(const std::array<Quadratic, 2>& groups, const Vector& w, double second) {
  return std::max(groups[0].at(w), groups[1].at(w)) - mixed(groups, second).least_in_ball(kRadius);
}

void expect_gap(const SaddleLoss& loss, const Records& records, const Vector& x, double second,
                double gap) {
  const DenseData data = records.data();
  const RecordMean mean = RecordMean::make(loss, data, records.bounds).value();
  const Bracket found = gap_at(mean, {x, Vector{{1 - second, second}}}, 1e-8);
  EXPECT_LE(found.lower, gap + 1e-12);
  EXPECT_GE(found.upper, gap - 1e-12);
}

TEST(SquaresGap, IsThatOfTheQuadraticsOfItsGroups) {
  for (const Index features : {1, 2}) {
    const Records records(features);
    const auto groups = groups_of(records);
    const SparseGroupRisk sparse = SparseGroupRisk::make(parameters()).value();
    const GroupRiskLoss dense = GroupRiskLoss::make(parameters()).value();
    Draws draws(8);
    for (const double second : {0.0, 0.35, 1.0}) {
      const Vector w = draws.unit(features) * draws(0, 1);
      const double gap = gap_by_hand(groups, w, second);
      expect_gap(sparse, records, over_vertices(w), second, gap);
      // Of one feature both balls are one.
      if (features == 1) expect_gap(dense, records, w, second, gap);
    }
  }
}

/// The model of the worst group: where both groups' losses cross, y makes it a minimum.
TEST(SquaresGap, IsNothingAtTheSaddlePoint) {
  const Records records(1);
  const auto groups = groups_of(records);
  const auto ahead = [&](double w) {
    return groups[0].at(Vector::Constant(1, w)) - groups[1].at(Vector::Constant(1, w));
  };
  double low = groups[0].b[0] / groups[0].a(0, 0), high = groups[1].b[0] / groups[1].a(0, 0);
  ASSERT_LT(std::max(std::abs(low), std::abs(high)), kRadius);
  ASSERT_LT(ahead(low), 0);
  ASSERT_GT(ahead(high), 0);
  for (int k = 0; k < 60; ++k) (ahead((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  const Vector w = Vector::Constant(1, (low + high) / 2);
  const double slopes[] = {groups[0].slope_at(w)[0], groups[1].slope_at(w)[0]};
  const double second = slopes[0] / (slopes[0] - slopes[1]);
  ASSERT_GT(second, 0.05);
  ASSERT_LT(second, 0.95);
  EXPECT_NEAR(gap_by_hand(groups, w, second), 0, 1e-13);
  expect_gap(GroupRiskLoss::make(parameters()).value(), records, w, second, 0);
  expect_gap(SparseGroupRisk::make(parameters()).value(), records, over_vertices(w), second, 0);
}

}  // namespace
}  // namespace noisy::testing
