#include "engine/problem/geometry/entropy_geometry.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {

namespace {

using Set = Domain::Kind;

Index count_weights(const Domain& polytope, Index dimension) {
  if (polytope.kind == Set::simplex) return dimension;
  if (polytope.kind == Set::l1_ball) return 2 * dimension;
  return polytope.vertices.cols() * (polytope.mirrored ? 2 : 1);
}

/// 0 ln 0 = 0
double times_log(double weight, double log_ratio) {
  return weight > 0 ? weight * log_ratio : 0;
}

}  // namespace

EntropyGeometry::EntropyGeometry(const Domain& polytope, Generator generator, Index dimension)
    : Geometry(polytope, generator, dimension), weights_(count_weights(polytope, dimension)) {}

Vector EntropyGeometry::centre_state() const {
  return Vector::Constant(weights_, -math::log(static_cast<double>(weights_)));
}

void EntropyGeometry::point_of(const Vector& state, Vector& point) const {
  const Index p = dimension();
  point.setZero(p);
  switch (set().kind) {
    case Set::simplex:
      for (Index i = 0; i < p; ++i) point[i] = math::exp(state[i]);
      return;
    case Set::l1_ball:
      for (Index i = 0; i < p; ++i) {
        point[i] = set().radius * (math::exp(state[i]) - math::exp(state[p + i]));
      }
      return;
    default:
      for (Index j = 0; j < set().vertices.cols(); ++j) {
        double weight = math::exp(state[j]);
        if (set().mirrored) weight -= math::exp(state[set().vertices.cols() + j]);
        point += weight * set().vertices.col(j);
      }
  }
}

void EntropyGeometry::mirror_step(double weight, const Vector& gradient, Vector& state) const {
  const Index p = dimension();
  switch (set().kind) {
    case Set::simplex:
      state -= weight * gradient;
      break;
    case Set::l1_ball:
      state.head(p) -= (weight * set().radius) * gradient;
      state.tail(p) += (weight * set().radius) * gradient;
      break;
    default:
      for (Index j = 0; j < set().vertices.cols(); ++j) {
        const std::span<const double> vertex(set().vertices.col(j).data(),
                                             static_cast<std::size_t>(p));
        const double slope = weight * math::dot(vertex, math::view(gradient));
        state[j] -= slope;
        if (set().mirrored) state[set().vertices.cols() + j] += slope;
      }
  }
  state.array() -= math::log_sum_exp(math::view(state));
}

double EntropyGeometry::distance(const Vector& primal) const {
  return math::sum_of(static_cast<std::size_t>(primal.size()), [&](std::size_t i) {
    const double weight = primal[static_cast<Index>(i)];
    return times_log(weight, math::log(weight));
  });
}

double EntropyGeometry::divergence(const Vector& primal, const Vector& state) const {
  return math::sum_of(static_cast<std::size_t>(primal.size()), [&](std::size_t i) {
    const Index j = static_cast<Index>(i);
    return times_log(primal[j], math::log(primal[j]) - state[j]);
  });
}

double EntropyGeometry::bregman_radius(const Vector& state) const {
  return -state.minCoeff();
}

bool EntropyGeometry::is_mean_of_vertices(const Vector& point) const {
  constexpr double kRounding = 1e-13;
  Vector middle;
  point_of(centre_state(), middle);
  const double size = set().linf_radius(dimension());
  return math::linf_norm(Vector(point - middle)) <= kRounding * size;
}

std::optional<Vector> EntropyGeometry::primal_of(const Vector& point) const {
  if (set().kind == Set::simplex) return point;
  if (set().kind != Set::l1_ball) return std::nullopt;
  const double radius = set().radius;
  const double spare = (1 - math::l1_norm(point) / radius) / static_cast<double>(weights_);
  Vector weights(weights_);
  weights.head(dimension()) = (point / radius).cwiseMax(0.0).array() + spare;
  weights.tail(dimension()) = (-point / radius).cwiseMax(0.0).array() + spare;
  return weights;
}

Result<Vector> EntropyGeometry::interior_state(const Vector& point) const {
  const std::optional<Vector> known = primal_of(point);
  if (!known) {
    if (is_mean_of_vertices(point)) return centre_state();
    return fail(ErrorCode::infeasible_start, "start",
                "a hull starts at the mean of its vertices: leave the start out");
  }
  const Vector& weights = *known;
  if (!(weights.minCoeff() > 0)) {
    return fail(ErrorCode::infeasible_start, "start",
                "must lie in the interior of the domain: the entropy needs every weight positive");
  }
  Vector state(weights_);
  for (Index j = 0; j < weights_; ++j) state[j] = math::log(weights[j]);
  state.array() -= math::log_sum_exp(math::view(state));
  return state;
}

}  // namespace noisy
