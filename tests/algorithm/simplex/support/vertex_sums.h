#pragma once

#include <memory>
#include <vector>

#include "engine/problem/loss/loss.h"
#include "engine/problem/risk/empirical_risk.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {

/// Least squares over some rows of numbers in [-1, 1], with targets in [-1, 1], in a domain.
struct Squares {
  std::vector<naive::Numbers> rows;
  naive::Numbers targets;
  Domain domain;
  std::unique_ptr<DenseData> records = {};
  std::unique_ptr<EmpiricalRisk> risk = {};

  Index dimension() const { return static_cast<Index>(rows.front().size()); }

  /// grad f of a record at a point, in plain loops.
  Vector gradient(std::size_t record, const Vector& x) const {
    const auto row = vector(rows[record]);
    return (row.dot(x) - targets[record]) * row;
  }
  Vector mean_gradient(std::size_t first, std::size_t count, const Vector& x) const {
    Vector sum = Vector::Zero(dimension());
    for (std::size_t k = first; k < first + count; ++k) sum += gradient(k, x);
    return sum / static_cast<double>(count);
  }
};

inline Squares squares(std::vector<naive::Numbers> rows, naive::Numbers targets,
                       const Domain& domain) {
  Squares out{.rows = std::move(rows), .targets = std::move(targets), .domain = domain};
  out.records = dense_records(out.rows, out.targets);
  const double d = static_cast<double>(out.rows.front().size());
  out.risk = std::make_unique<EmpiricalRisk>(
      *out.records,
      FeatureBounds{.l1 = d, .l2 = std::sqrt(d), .linf = 1, .target_lower = -1, .target_upper = 1},
      squared_loss(), std::nullopt, domain);
  return out;
}

inline Squares random_squares(std::size_t count, std::size_t features, std::uint64_t seed,
                              const Domain& domain = {.kind = Domain::Kind::simplex}) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(count, naive::Numbers(features));
  naive::Numbers targets(count);
  for (std::size_t k = 0; k < count; ++k) {
    for (double& value : rows[k]) value = random(-1, 1);
    targets[k] = random(-1, 1);
  }
  return squares(std::move(rows), std::move(targets), domain);
}

/// The vertices of a simplex, an l1-ball or a hull, one per column.
inline Eigen::MatrixXd naive_vertices(const Domain& domain, Index dimension) {
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(dimension, dimension);
  if (domain.kind == Domain::Kind::simplex) return unit;
  if (domain.kind == Domain::Kind::hull) return domain.vertices;
  Eigen::MatrixXd out(dimension, 2 * dimension);
  out << domain.radius * unit, -domain.radius * unit;
  return out;
}

/// Probabilities proportional to exp(score), in plain loops.
inline Vector naive_softmax(const Vector& scores) {
  Vector out = (scores.array() - scores.maxCoeff()).exp();
  return out / out.sum();
}

/// Domains with vertices, in three dimensions.
inline std::vector<Domain> vertex_domains() {
  Domain hull{.kind = Domain::Kind::hull};
  hull.vertices.resize(3, 4);
  hull.vertices << 1, 0, 0.5, -0.2, 0, 1, 0.1, 0.4, 0.3, -0.5, 0, 0.8;
  return {{.kind = Domain::Kind::simplex}, {.kind = Domain::Kind::l1_ball, .radius = 1.5}, hull};
}

/// Records +1 and -1 on two coordinates whose gradients are z (1 + x_0, -(1 + x_1)) / 2: of no
/// function, as exact privacy knows no difference (saddle-mirror-descent, 6.11).
class TiltedSigns final : public FiniteSum {
 public:
  explicit TiltedSigns(std::vector<double> signs) : signs_(std::move(signs)) {}

  Index samples() const override { return static_cast<Index>(signs_.size()); }
  Index dimension() const override { return 2; }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery>) const override { return nullptr; }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch&) const override {
    double sign = 0;
    for (const Index record : records) {
      sign += signs_[static_cast<std::size_t>(record)] / static_cast<double>(records.size());
    }
    const Vector& x = *query.point;
    *query.gradient = Vector{{0.5 * sign * (1 + x[0]), -0.5 * sign * (1 + x[1])}};
  }
  GradientBounds gradient_bounds() const override { return {.l1 = 4, .l2 = 4, .linf = 2}; }
  RegionBounds bounds_within(double) const override {
    return {.gradient_l2 = 4, .record_smoothness = 0.5, .record_gradient = 2};
  }
  double l1_sensitivity_at(const Vector&) const override { return 4; }
  double smoothness_bound() const override { return 0.5; }

 private:
  std::vector<double> signs_;
};

}  // namespace noisy::testing
