#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/problem/saddle/saddle_risk.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {

/// f(x, y; A) = x'A y on two simplices: a record's row holds A, one of its rows after the other,
/// with entries in [-1, 1]. The operator's parts can be scaled, so that they are no game's any more
/// but differ in how much they tell of a record.
class TestGame final : public SaddleLoss {
 public:
  struct Shape {
    Index rows = 2, columns = 2;
    double primal_scale = 1, dual_scale = 1;
  };
  explicit TestGame(const Shape& shape) : shape_(shape) {}

  Index primal_dimension(Index) const override { return shape_.rows; }
  Index dual_dimension(Index) const override { return shape_.columns; }
  Domain primal_domain(Index) const override { return {.kind = Domain::Kind::simplex}; }
  Domain dual_domain(Index) const override { return {.kind = Domain::Kind::simplex}; }

  double value(const SaddleRecord& record, const Vector& z) const override {
    double sum = 0;
    for (Index i = 0; i < shape_.rows; ++i) {
      for (Index j = 0; j < shape_.columns; ++j) {
        sum += z[i] * entry(record, i, j) * z[shape_.rows + j];
      }
    }
    return sum;
  }
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    out = Vector::Zero(shape_.rows + shape_.columns);
    for (Index i = 0; i < shape_.rows; ++i) {
      for (Index j = 0; j < shape_.columns; ++j) {
        const double a = entry(record, i, j);
        out[i] += shape_.primal_scale * a * z[shape_.rows + j];
        out[shape_.rows + j] -= shape_.dual_scale * a * z[i];
      }
    }
  }
  SaddleBounds bounds(const FeatureBounds&, Index) const override {
    const double cells = static_cast<double>(shape_.rows * shape_.columns);
    const auto apart = [](double scale, Index size) {
      return 2 * scale * std::sqrt(static_cast<double>(size));
    };
    const double most = std::max(shape_.primal_scale, shape_.dual_scale);
    return {.lipschitz = most * std::sqrt(2 * cells),
            .primal_difference = apart(shape_.primal_scale, shape_.rows),
            .dual_difference = apart(shape_.dual_scale, shape_.columns),
            .smoothness = {.joint = most * std::sqrt(cells), .coupling = most * std::sqrt(cells)},
            .coordinates = {.lipschitz = most,
                            .smoothness = most,
                            .hessian_lipschitz = 0,
                            .difference = 2 * most},
            .primal_radius = 1,
            .dual_radius = 1};
  }

 private:
  double entry(const SaddleRecord& record, Index i, Index j) const {
    return record.features[static_cast<std::size_t>(i * shape_.columns + j)];
  }
  Shape shape_;
};

/// Records of a game, and the sum over them.
struct GameProblem {
  std::unique_ptr<DenseData> records;
  std::unique_ptr<SaddleRisk> risk;
};

inline GameProblem game_problem(const TestGame::Shape& shape,
                                const std::vector<naive::Numbers>& rows) {
  GameProblem out;
  out.records = dense_records(rows, naive::Numbers(rows.size(), 1.0));
  const double cells = static_cast<double>(rows.front().size());
  out.risk = std::make_unique<SaddleRisk>(
      std::make_shared<TestGame>(shape), *out.records,
      FeatureBounds{
          .l1 = cells, .l2 = std::sqrt(cells), .linf = 1, .target_lower = 1, .target_upper = 1});
  return out;
}

/// Rows of entries in [-1, 1].
inline std::vector<naive::Numbers> random_games(std::size_t count, std::size_t cells,
                                                std::uint64_t seed) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(count, naive::Numbers(cells));
  for (naive::Numbers& row : rows) {
    for (double& entry : row) entry = random(-1, 1);
  }
  return rows;
}

/// (A y, -A'x) of the mean of some rows, in plain loops.
inline Vector mean_operator(const std::vector<naive::Numbers>& rows, std::size_t first,
                            std::size_t count, Index d_x, Index d_y, const Vector& z) {
  Vector out = Vector::Zero(d_x + d_y);
  for (std::size_t r = first; r < first + count; ++r) {
    for (Index i = 0; i < d_x; ++i) {
      for (Index j = 0; j < d_y; ++j) {
        const double a = rows[r][static_cast<std::size_t>(i * d_y + j)];
        out[i] += a * z[d_x + j] / static_cast<double>(count);
        out[d_x + j] -= a * z[i] / static_cast<double>(count);
      }
    }
  }
  return out;
}

/// Probabilities proportional to exp(score).
inline Vector softmax(const Vector& scores) {
  Vector out = (scores.array() - scores.maxCoeff()).exp();
  return out / out.sum();
}

}  // namespace noisy::testing
