#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/saddle_problem.h"
#include "engine/random/distributions.h"

namespace noisy::testing {

inline Stream test_draws(std::uint64_t seed) {
  return StreamFactory::synthetic_data(seed, "saddle-tests").stream(StreamPurpose::data, 0);
}

inline Vector joined(const SaddlePoint& z) {
  Vector out(z.primal.size() + z.dual.size());
  out << z.primal, z.dual;
  return out;
}

/// A random point with normal coordinates.
inline SaddlePoint random_point(Stream& stream, Index primal, Index dual, double scale) {
  SaddlePoint out{Vector(primal), Vector(dual)};
  for (Index j = 0; j < primal; ++j) out.primal[j] = normal(stream, scale);
  for (Index j = 0; j < dual; ++j) out.dual[j] = normal(stream, scale);
  return out;
}

/// A point of the problem's domains; half of the time well outside before it is projected, so that
/// it lies on the border.
template <class Problem>
SaddlePoint feasible_point(Stream& stream, const Problem& problem) {
  const double scale = uniform(stream) < 0.5 ? 0.3 : 5;
  SaddlePoint out =
      random_point(stream, problem.primal_dimension(), problem.dual_dimension(), scale);
  problem.primal_domain().project(out.primal);
  problem.dual_domain().project(out.dual);
  return out;
}

/// Every corner of a box.
inline std::vector<Vector> corners(Index dimension, double half_width) {
  std::vector<Vector> out;
  for (int bits = 0; bits < 1 << dimension; ++bits) {
    Vector corner(dimension);
    for (Index j = 0; j < dimension; ++j) corner[j] = (bits >> j & 1) ? half_width : -half_width;
    out.push_back(corner);
  }
  return out;
}

/// A record's loss f_i(x, y).
using RecordLossAt = std::function<double(Index i, const SaddlePoint&)>;

/// (grad_x f, -grad_y f) by central differences.
inline Vector slopes_of(const std::function<double(const SaddlePoint&)>& loss, SaddlePoint z) {
  constexpr double kStep = 1e-5;
  Vector out(z.primal.size() + z.dual.size());
  const auto slope_at = [&](double& coordinate) {
    const double middle = coordinate;
    coordinate = middle + kStep;
    const double above = loss(z);
    coordinate = middle - kStep;
    const double below = loss(z);
    coordinate = middle;
    return (above - below) / (2 * kStep);
  };
  for (Index j = 0; j < z.primal.size(); ++j) out[j] = slope_at(z.primal[j]);
  for (Index j = 0; j < z.dual.size(); ++j) out[z.primal.size() + j] = -slope_at(z.dual[j]);
  return out;
}

/// operator_at() is the gradient of the loss as the specification writes it.
template <class Problem>
void expect_gradients(const Problem& problem, const typename Problem::Records& records,
                      const RecordLossAt& loss) {
  Stream stream = test_draws(1);
  for (Index i = 0; i < records.count(); ++i) {
    const SaddlePoint z = feasible_point(stream, problem);
    Vector found(joined(z).size());
    problem.operator_at(records, i, joined(z), found);
    const auto at = [&](const SaddlePoint& point) { return loss(i, point); };
    EXPECT_LE((found - slopes_of(at, z)).norm(), 1e-8);
  }
}

/// The largest of ||operator_at() - operator_at(other)|| / ||z - other|| over random pairs.
template <class Problem>
double steepest(const Problem& problem, const typename Problem::Records& records) {
  Stream stream = test_draws(2);
  double largest = 0;
  for (Index i = 0; i < records.count(); ++i) {
    const Vector z = joined(feasible_point(stream, problem));
    const Vector other = joined(feasible_point(stream, problem));
    Vector at_z(z.size());
    Vector at_other(z.size());
    problem.operator_at(records, i, z, at_z);
    problem.operator_at(records, i, other, at_other);
    largest = std::max(largest, (at_z - at_other).norm() / (z - other).norm());
  }
  return largest;
}

/// The longest gradient of the records at random points of the domains, and at those given.
template <class Problem>
double longest_gradient(const Problem& problem, const typename Problem::Records& records,
                        const std::vector<SaddlePoint>& candidates = {}) {
  Stream stream = test_draws(3);
  double largest = 0;
  Vector gradient(problem.primal_dimension() + problem.dual_dimension());
  const auto look_at = [&](Index i, const SaddlePoint& z) {
    problem.operator_at(records, i, joined(z), gradient);
    largest = std::max(largest, gradient.norm());
  };
  for (Index i = 0; i < records.count(); ++i) {
    look_at(i, feasible_point(stream, problem));
    for (const SaddlePoint& z : candidates) look_at(i, z);
  }
  return largest;
}

}  // namespace noisy::testing
