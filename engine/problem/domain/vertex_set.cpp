#include "engine/problem/domain/vertex_set.h"

#include <array>
#include <limits>

#include "engine/math/reduce.h"
#include "engine/problem/domain/vertex_hull.h"

namespace noisy {
namespace {

using Kind = Domain::Kind;

Index count_of(const Domain& set, Index dimension) {
  if (set.kind == Kind::hull) return set.vertices.cols();
  return set.kind == Kind::l1_ball ? 2 * dimension : dimension;
}

/// With its mirror images among the columns.
Domain listed(Domain set) {
  if (set.kind != Kind::hull) return set;
  set.vertices = all_vertices(set);
  set.mirrored = false;
  return set;
}

}  // namespace

Result<VertexSet> VertexSet::create(const Domain& set, Index dimension) {
  const bool is_known =
      set.kind == Kind::l1_ball || set.kind == Kind::simplex || set.kind == Kind::hull;
  if (!is_known) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "must be the hull of a list of vertices: use \"l1-ball\", \"simplex\" or \"hull\"");
  }
  if (auto valid = set.validate(dimension); !valid) return std::unexpected(valid.error());
  return VertexSet(set, dimension);
}

VertexSet::VertexSet(const Domain& set, Index dimension)
    : set_(listed(set)), dimension_(dimension), count_(count_of(set_, dimension)) {}

void VertexSet::products(const Vector& u, Vector& out) const {
  out.resize(count_);
  if (set_.kind == Kind::hull) {
    for (Index k = 0; k < count_; ++k) {
      const double* column = set_.vertices.data() + k * dimension_;
      out[k] = math::dot({column, static_cast<std::size_t>(dimension_)}, math::view(u));
    }
    return;
  }
  if (set_.kind == Kind::simplex) {
    out = u;
    return;
  }
  for (Index i = 0; i < dimension_; ++i) {
    out[i] = set_.radius * u[i];
    out[dimension_ + i] = -out[i];
  }
}

double VertexSet::axis_length() const {
  if (set_.kind == Kind::hull) return 0;
  return set_.kind == Kind::l1_ball ? set_.radius : 1;
}

void VertexSet::take(Index k, Vector& out) const {
  if (set_.kind == Kind::hull) {
    out = set_.vertices.col(k);
    return;
  }
  out.setZero(dimension_);
  const double length = axis_length();
  out[k < dimension_ ? k : k - dimension_] = k < dimension_ ? length : -length;
}

Vector VertexSet::mean(const Vector& counts) const {
  const Vector weights = counts / counts.sum();
  if (set_.kind == Kind::simplex) return weights;
  if (set_.kind == Kind::l1_ball) {
    return set_.radius * (weights.head(dimension_) - weights.tail(dimension_));
  }
  Vector vertex, sum;
  for (Index k = 0; k < count_; ++k) {
    take(k, vertex);
    sum = k == 0 ? Vector(weights[0] * vertex) : Vector(sum + weights[k] * vertex);
  }
  return sum;
}

ScoreSensitivity VertexSet::score_sensitivity(const GradientBounds& bounds) const {
  const Index d = dimension_;
  const std::array<ScoreSensitivity, 3> all = {
      {{RowNorm::linf, bounds.linf, RowNorm::l1, set_.l1_radius(d)},
       {RowNorm::l2, bounds.l2, RowNorm::l2, set_.l2_radius(d)},
       {RowNorm::l1, bounds.l1, RowNorm::linf, set_.linf_radius(d)}}};
  ScoreSensitivity best{.gradient = std::numeric_limits<double>::infinity(), .radius = 1};
  for (const ScoreSensitivity& one : all) {
    if (one.value() < best.value()) best = one;
  }
  return best;
}

}  // namespace noisy
