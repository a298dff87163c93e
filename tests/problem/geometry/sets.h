#pragma once

#include <string>
#include <vector>

#include "engine/problem/geometry/entropy_geometry.h"
#include "engine/problem/geometry/gauge.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {

using Generator = Geometry::Generator;

struct NamedSet {
  std::string name;
  Domain set;
  Generator generator = Generator::automatic;
};

inline Domain symmetric_hull(Index dimension) {
  Domain hull{.kind = Domain::Kind::hull, .mirrored = true};
  hull.vertices = Eigen::MatrixXd::Zero(dimension, dimension + 1);
  for (Index i = 0; i < dimension; ++i) hull.vertices(i, i) = 0.5 + 0.25 * (i % 3);
  hull.vertices.col(dimension).setConstant(0.4);
  return hull;
}

/// Every geometry of table 2.5.
inline std::vector<NamedSet> named_sets(Index dimension) {
  using Kind = Domain::Kind;
  return {{"l2 ball", {.kind = Kind::l2_ball, .radius = 1.5}},
          {"l1 ball, p-norm", {.kind = Kind::l1_ball, .radius = 1.5}, Generator::p_norm},
          {"l1 ball, lift", {.kind = Kind::l1_ball, .radius = 1.5}, Generator::lift},
          {"simplex", {.kind = Kind::simplex}},
          {"linf ball", {.kind = Kind::linf_ball, .radius = 0.7}},
          {"lp ball", {.kind = Kind::lp_ball, .radius = 0.8, .exponent = 1.3}},
          {"group ball", {.kind = Kind::group_ball, .radius = 1.2, .group_size = 2}},
          {"hull", symmetric_hull(dimension)}};
}

inline std::unique_ptr<const Geometry> geometry_of(const NamedSet& item, Index dimension) {
  return Geometry::create(item.set, item.generator, dimension).value();
}

inline bool is_lift(const Geometry& geometry) {
  return geometry.generator() == Generator::lift || geometry.generator() == Generator::entropy;
}

/// A random primal vector: weights of a lift (a few of them zero), or a point of C; near the
/// boundary about half of the time.
inline Vector random_primal(const Geometry& geometry, Numbers01& random) {
  if (is_lift(geometry)) {
    Vector weights(geometry.centre_state().size());
    for (double& w : weights) w = random(0, 1) < 0.3 ? 0 : std::pow(random(0, 1), 4);
    weights[0] += 1e-3;
    return weights / weights.sum();
  }
  Vector x(geometry.dimension());
  for (double& v : x) v = random(0, 1) < 0.3 ? 0 : random(-1, 1);
  const double norm = gauge_norm(geometry.set(), x);
  const double wanted = random(0, 1) < 0.5 ? 1 : random(0, 1);
  return norm > 0 ? Vector(x / norm * wanted * (1 - 1e-15)) : x;
}

/// The point x = A u of a primal vector.
inline Vector point_of_primal(const Geometry& geometry, const Vector& primal) {
  if (!is_lift(geometry)) return primal;
  Vector point, log_weights = primal.array().log();
  geometry.point_of(log_weights, point);
  return point;
}

/// ||primal - other|| in the norm that w is strongly convex in.
inline double primal_norm(const Geometry& geometry, const Vector& difference) {
  return is_lift(geometry) ? difference.lpNorm<1>() : gauge_norm(geometry.set(), difference);
}

}  // namespace noisy::testing
