#pragma once

#include "tests/algorithm/minimax/support/linear_problems.h"

namespace noisy::testing {

/// T10: the logistic loss of rows of length 1 at most, on a ball.
inline SolutionProblem logistic_problem(std::size_t count, std::uint64_t seed, double radius = 1) {
  constexpr std::size_t kFeatures = 4;
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(count, naive::Numbers(kFeatures));
  naive::Numbers labels(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (double& value : rows[i]) value = random(-0.5, 0.5);
    labels[i] = rows[i][0] + random(-0.2, 0.3) > 0 ? 1 : -1;
  }
  SolutionProblem out;
  out.records = dense_records(rows, labels);
  out.domain = {.kind = Domain::Kind::l2_ball, .radius = radius};
  const FeatureBounds bounds{.l1 = 2, .l2 = 1, .linf = 0.5, .target_lower = -1, .target_upper = 1};
  out.data = std::make_unique<EmpiricalRisk>(*out.records, bounds, logistic_loss(), std::nullopt,
                                             out.domain);
  return out;
}

/// T6 on balls of radius 1, d = 3: f = softplus(-b a.x) + x'C y - softplus(-e.y) with
/// C = (diag(1, 0.3, 0) + s p q') / 2, for records (a, e, p, q, s) with unit vectors and signs s
/// and target b. L = 2 sqrt(2), since ||C|| <= 1 and the losses' slopes are below 1.
class RandomGame final : public SaddleLoss {
 public:
  static constexpr Index kDimension = 3;

  Index primal_dimension(Index) const override { return kDimension; }
  Index dual_dimension(Index) const override { return kDimension; }
  Domain primal_domain(Index) const override {
    return {.kind = Domain::Kind::l2_ball, .radius = 1};
  }
  Domain dual_domain(Index features) const override { return primal_domain(features); }
  double value(const SaddleRecord&, const Vector&) const override { return 0; }  // nobody asks
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    const auto part = [&](std::size_t number) {
      return Eigen::Map<const Vector>(record.features.data() + number * kDimension, kDimension);
    };
    const auto x = z.head(kDimension), y = z.tail(kDimension);
    const double sign = record.features.back(), label = record.target;
    out.resize(2 * kDimension);
    out.head(kDimension) = 0.5 * sign * part(3).dot(y) * part(2) -
                           label / (1 + std::exp(label * part(0).dot(x))) * part(0);
    out.tail(kDimension) =
        -0.5 * sign * part(2).dot(x) * part(3) - 1 / (1 + std::exp(part(1).dot(y))) * part(1);
    out[0] += 0.5 * y[0];
    out[1] += 0.15 * y[1];
    out[kDimension] -= 0.5 * x[0];
    out[kDimension + 1] -= 0.15 * x[1];
  }
  SaddleBounds bounds(const FeatureBounds&, Index) const override {
    return {.primal_dimension = kDimension,
            .dual_dimension = kDimension,
            .lipschitz = 2 * std::sqrt(2.0),
            .primal_difference = 4,
            .dual_difference = 4,
            .smoothness = {.joint = 1.25, .primal = 0.25, .dual = 0.25, .coupling = 1},
            .primal_radius = 1,
            .dual_radius = 1};
  }
};

inline Vector unit_vector(Numbers01& random) {
  Vector out(RandomGame::kDimension);
  for (double& value : out) value = random(-1, 1);
  return out / out.norm();
}

/// A record of T6 with the given p and q.
inline naive::Numbers game_record(const Vector& p, const Vector& q, double sign,
                                  Numbers01& random) {
  naive::Numbers row;
  for (const Vector& part : {unit_vector(random), unit_vector(random), p, q})
    row.insert(row.end(), part.begin(), part.end());
  row.push_back(sign);
  return row;
}

/// Records in pairs that share p and q with opposite signs.
inline SolutionProblem random_game(std::size_t count, std::uint64_t seed) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows;
  Vector p, q;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 2 == 0) {
      p = unit_vector(random);
      q = unit_vector(random);
    }
    rows.push_back(game_record(p, q, i % 2 == 0 ? 1 : -1, random));
  }
  return saddle_problem(std::make_shared<RandomGame>(), rows, {.l2 = std::sqrt(5.0)});
}

}  // namespace noisy::testing
