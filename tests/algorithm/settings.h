#pragma once

#include <memory>
#include <random>
#include <string>

#include "engine/problem/domain/regularizer.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/risk/linear_quadratic.h"
#include "tests/algorithm/naive/method.h"
#include "tests/algorithm/naive_finite_sum.h"

namespace noisy::testing {

/// One small problem, as the engine sees it and as the twin sees it.
struct Setting {
  std::string name;
  naive::Problem problem;
  naive::Facts facts;
  std::unique_ptr<DenseData> records = {};  ///< what a data set's risk reads
  std::unique_ptr<FiniteSum> data = {};
  Regularizer regularizer;
  naive::Numbers start;
};

/// Uniform on [low, high); the same on every platform.
class Numbers01 {
 public:
  explicit Numbers01(std::uint64_t seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 engine_;
};

/// A symmetric matrix with the given eigenvalues: H D H with a random reflection H.
inline std::vector<naive::Numbers> random_hessian(const naive::Numbers& eigenvalues,
                                                  Numbers01& random) {
  const std::size_t d = eigenvalues.size();
  naive::Numbers axis(d);
  for (double& value : axis) value = random(-1, 1);
  const double square = naive::dot(axis, axis);
  const auto reflection = [&](std::size_t i, std::size_t j) {
    return (i == j ? 1 : 0) - 2 * axis[i] * axis[j] / square;
  };
  std::vector<naive::Numbers> out(d, naive::Numbers(d, 0.0));
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < d; ++k) {
        out[i][j] += reflection(i, k) * eigenvalues[k] * reflection(k, j);
      }
      out[j][i] = out[i][j];
    }
  }
  return out;
}

inline Eigen::MatrixXd matrix(const std::vector<naive::Numbers>& rows) {
  Eigen::MatrixXd out(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out.row(static_cast<Index>(i)) = vector(rows[i]).transpose();
  }
  return out;
}

/// n records within the L1 ball of radius 2, d = 5, spectrum in [0.1, 1].
inline Setting quadratic_setting(std::uint64_t seed, std::size_t samples = 24) {
  constexpr double kRadius = 2;
  const naive::Numbers eigenvalues = {0.1, 0.3, 0.55, 0.8, 1};
  Numbers01 random(seed);
  const auto hessian = random_hessian(eigenvalues, random);
  std::vector<naive::Numbers> records(samples, naive::Numbers(eigenvalues.size()));
  for (naive::Numbers& record : records) {
    for (double& value : record) value = random(-0.4, 0.4);
  }
  Setting out{.name = "quadratic",
              .problem = naive::linear_quadratic(hessian, records, kRadius),
              .facts = {},
              .data = std::make_unique<LinearQuadraticRisk>(
                  LinearQuadraticRisk::create(matrix(hessian), matrix(records).transpose(), kRadius)
                      .value()),
              .regularizer = {},
              .start = {3, -2, 1, 2.5, -1}};
  out.facts = {.samples = static_cast<double>(samples),
               .dimension = 5,
               .smoothness = 1,
               .strong_convexity = 0.1,
               .l1_sensitivity = 2 * kRadius,
               .l2_sensitivity = 2 * kRadius,
               .initial_gap = 4};
  return out;
}

inline std::unique_ptr<DenseData> dense_records(const std::vector<naive::Numbers>& rows,
                                                const naive::Numbers& targets) {
  const DenseShape shape{.samples = static_cast<Index>(rows.size()),
                         .features = static_cast<Index>(rows.front().size())};
  auto data = std::make_unique<DenseData>(DenseData::allocate(shape).value());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    data->set_row(static_cast<Index>(i), rows[i]);
    data->targets()[i] = targets[i];
  }
  return data;
}

/// Rows in the L1 ball of radius 1.5, d = 4, ridge 0.2.
inline Setting logistic_setting(std::uint64_t seed, std::size_t samples = 24) {
  constexpr double kRadius = 1.5;
  constexpr double kStrength = 0.2;
  constexpr std::size_t kDimension = 4;
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(samples, naive::Numbers(kDimension));
  naive::Numbers labels(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    for (double& value : rows[i]) value = random(-kRadius, kRadius) / kDimension;
    labels[i] = rows[i][0] + random(-0.2, 0.3) > 0 ? 1 : -1;
  }
  const naive::Problem problem = naive::logistic(rows, labels, kRadius, kStrength);
  Setting out{.name = "logistic",
              .problem = problem,
              .facts = {},
              .records = dense_records(rows, labels),
              .regularizer = {.kind = Regularizer::Kind::l2, .strength = kStrength},
              .start = {2, -1, 0.5, -3}};
  const FeatureBounds bounds{
      .l1 = kRadius, .l2 = kRadius, .linf = kRadius, .target_lower = -1, .target_upper = 1};
  out.data = std::make_unique<EmpiricalRisk>(*out.records, bounds, logistic_loss());
  out.facts = {.samples = static_cast<double>(samples),
               .dimension = kDimension,
               .smoothness = kRadius * kRadius / 4 + kStrength,
               .strong_convexity = kStrength,
               .l1_sensitivity = 2 * kRadius,
               .l2_sensitivity = 2 * kRadius,
               .initial_gap = 3};
  return out;
}

}  // namespace noisy::testing
