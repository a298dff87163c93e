#pragma once
// Small least squares problems with enforced bounds, and their moments in plain loops.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "engine/algorithm/frame/execute.h"
#include "tests/algorithm/engine_runs.h"

namespace noisy::testing {

constexpr double kRowBound = 1.5;
constexpr double kTargetBound = 2;

struct LeastSquares {
  std::vector<naive::Numbers> rows;
  naive::Numbers targets;
  std::unique_ptr<DenseData> records = {};
  std::unique_ptr<FiniteSum> risk = {};
};

inline LeastSquares least_squares(std::vector<naive::Numbers> rows, naive::Numbers targets,
                                  const Domain& domain = {}) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const FeatureBounds bounds{.l1 = kNone,
                             .l2 = kRowBound,
                             .linf = kRowBound,
                             .target_lower = -kTargetBound,
                             .target_upper = kTargetBound};
  LeastSquares out{.rows = std::move(rows), .targets = std::move(targets)};
  out.records = dense_records(out.rows, out.targets);
  out.risk =
      std::make_unique<EmpiricalRisk>(*out.records, bounds, squared_loss(), std::nullopt, domain);
  return out;
}

/// Rows in the ball, targets near a linear function of them.
inline LeastSquares random_least_squares(std::size_t samples, std::size_t dimension,
                                         std::uint64_t seed, const Domain& domain = {}) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(samples, naive::Numbers(dimension));
  naive::Numbers targets(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    for (double& value : rows[i]) value = random(-1, 1);
    const double length = std::sqrt(naive::dot(rows[i], rows[i]));
    for (double& value : rows[i]) value *= random(0.3, 1) * kRowBound / std::max(1.0, length);
    double target = random(-0.2, 0.2);
    for (std::size_t j = 0; j < dimension; ++j) target += rows[i][j] / (1 + static_cast<double>(j));
    targets[i] = std::clamp(target, -kTargetBound, kTargetBound);
  }
  return least_squares(std::move(rows), std::move(targets), domain);
}

/// (1/n) sum u u'
inline Eigen::MatrixXd naive_second(const LeastSquares& data) {
  const auto d = static_cast<Index>(data.rows.front().size());
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(d, d);
  for (const naive::Numbers& row : data.rows) out += vector(row) * vector(row).transpose();
  return out / static_cast<double>(data.rows.size());
}

/// (1/n) sum y u
inline Vector naive_first(const LeastSquares& data) {
  Vector out = Vector::Zero(static_cast<Index>(data.rows.front().size()));
  for (std::size_t i = 0; i < data.rows.size(); ++i) out += data.targets[i] * vector(data.rows[i]);
  return out / static_cast<double>(data.rows.size());
}

inline Regularizer ridge(double strength) {
  return {.kind = Regularizer::Kind::l2, .strength = strength};
}

inline PlanInput least_squares_input(const FiniteSum& data, const PrivacyRequest& privacy,
                                     double strength = 0, const Domain& domain = {}) {
  return {.facts = public_facts(data, ridge(strength)),
          .privacy = privacy,
          .parameters = {},
          .regularizer = ridge(strength),
          .domain = domain};
}

}  // namespace noisy::testing
