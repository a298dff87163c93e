#pragma once

#include <functional>

#include "tests/algorithm/naive/numbers.h"

namespace noisy::naive {

/// F(x) = (1/n) sum_i f(x; y_i) + (strength / 2) ||x||^2, one record at a time.
struct Problem {
  std::size_t samples = 0;
  std::size_t dimension = 0;
  double strength = 0;
  double l1_sensitivity = 0;  ///< S_1 over the whole universe of records
  std::function<double(std::size_t record, const Numbers& x)> loss;
  std::function<Numbers(std::size_t record, const Numbers& x)> gradient;
  std::function<double(const Numbers& x)> l1_sensitivity_at;  ///< S_1(x)

  double objective(const Numbers& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < samples; ++i) sum += loss(i, x);
    return sum / static_cast<double>(samples) + 0.5 * strength * dot(x, x);
  }

  /// Mean record gradient over a batch, without the regularizer.
  Numbers batch_gradient(const std::vector<std::size_t>& batch, const Numbers& x) const {
    Numbers sum(dimension, 0.0);
    for (const std::size_t i : batch) sum = plus(sum, 1, gradient(i, x));
    for (double& value : sum) value /= static_cast<double>(batch.size());
    return sum;
  }

  Numbers full_gradient(const Numbers& x) const {
    std::vector<std::size_t> all(samples);
    for (std::size_t i = 0; i < samples; ++i) all[i] = i;
    return plus(batch_gradient(all, x), strength, x);
  }
};

/// f(x; y) = x'Qx / 2 - y'x with ||y||_1 <= radius: S_1 = 2 radius at every x.
inline Problem linear_quadratic(std::vector<Numbers> hessian, std::vector<Numbers> records,
                                double radius) {
  const auto product = [hessian](const Numbers& x) {
    Numbers out;
    for (const Numbers& row : hessian) out.push_back(dot(row, x));
    return out;
  };
  Problem problem;
  problem.samples = records.size();
  problem.dimension = hessian.size();
  problem.l1_sensitivity = 2 * radius;
  problem.loss = [product, records](std::size_t i, const Numbers& x) {
    return 0.5 * dot(x, product(x)) - dot(records[i], x);
  };
  problem.gradient = [product, records](std::size_t i, const Numbers& x) {
    return minus(product(x), records[i]);
  };
  problem.l1_sensitivity_at = [radius](const Numbers&) { return 2 * radius; };
  return problem;
}

/// f(x; u, z) = ln(1 + e^(-z u.x)) with ||u||_1 <= radius and z = -1 or 1: S_1 = 2 radius, and at a
/// point S_1(x) <= 2 radius sigmoid(radius ||x||_inf).
inline Problem logistic(std::vector<Numbers> rows, Numbers labels, double radius, double strength) {
  Problem problem;
  problem.samples = rows.size();
  problem.dimension = rows.front().size();
  problem.strength = strength;
  problem.l1_sensitivity = 2 * radius;
  problem.loss = [rows, labels](std::size_t i, const Numbers& x) {
    const double margin = labels[i] * dot(rows[i], x);
    return margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
  };
  problem.gradient = [rows, labels](std::size_t i, const Numbers& x) {
    const double margin = labels[i] * dot(rows[i], x);
    const double weight = -labels[i] / (1 + std::exp(margin));
    return plus(Numbers(rows[i].size(), 0.0), weight, rows[i]);
  };
  problem.l1_sensitivity_at = [radius](const Numbers& x) {
    return 2 * radius / (1 + std::exp(-radius * norm_infinity(x)));
  };
  return problem;
}

/// f(x; u, y) = (u.x - y)^2 / 2 with every record's gradient scaled down to the length `bound`.
inline Problem clipped_squared(std::vector<Numbers> rows, Numbers targets, double bound) {
  Problem problem;
  problem.samples = rows.size();
  problem.dimension = rows.front().size();
  problem.loss = [rows, targets](std::size_t i, const Numbers& x) {
    const double residual = dot(rows[i], x) - targets[i];
    return 0.5 * residual * residual;
  };
  problem.gradient = [rows, targets, bound](std::size_t i, const Numbers& x) {
    const double residual = dot(rows[i], x) - targets[i];
    Numbers gradient = plus(Numbers(rows[i].size(), 0.0), residual, rows[i]);
    const double length = norm(gradient);
    if (length > bound) {
      for (double& value : gradient) value *= bound / length;
    }
    return gradient;
  };
  return problem;
}

}  // namespace noisy::naive
