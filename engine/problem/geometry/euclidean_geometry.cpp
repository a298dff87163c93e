#include "engine/problem/geometry/euclidean_geometry.h"

#include "engine/math/reduce.h"
#include "engine/problem/geometry/gauge.h"

namespace noisy {

EuclideanGeometry::EuclideanGeometry(const Domain& ball, Index dimension)
    : Geometry(ball, Generator::euclidean, dimension), square_(ball.radius * ball.radius) {}

Vector EuclideanGeometry::centre_state() const {
  return Vector::Zero(dimension());
}

void EuclideanGeometry::point_of(const Vector& state, Vector& point) const {
  point = state;
}

void EuclideanGeometry::mirror_step(double weight, const Vector& gradient, Vector& state) const {
  state -= (square_ * weight) * gradient;
  set().project(state);
}

double EuclideanGeometry::distance(const Vector& primal) const {
  return math::squared_norm(primal) / (2 * square_);
}

double EuclideanGeometry::divergence(const Vector& primal, const Vector& state) const {
  return math::squared_norm(Vector(primal - state)) / (2 * square_);
}

double EuclideanGeometry::bregman_radius(const Vector& state) const {
  const bool is_cube = set().kind == Domain::Kind::linf_ball;
  const double largest = is_cube ? static_cast<double>(dimension()) / 2 : 0.5;
  return largest + distance(state) + dual_norm(set(), state / square_);
}

}  // namespace noisy
