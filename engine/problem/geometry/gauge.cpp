#include "engine/problem/geometry/gauge.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/problem/domain/projection.h"
#include "engine/problem/domain/vertex_hull.h"

namespace noisy {

namespace {

using Set = Domain::Kind;

/// (sum_i |v_i|^exponent)^(1/exponent), without overflow.
double power_norm(const Vector& v, double exponent) {
  const double largest = math::linf_norm(v);
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  const double sum = math::sum_of(static_cast<std::size_t>(v.size()), [&](std::size_t i) {
    return math::pow(std::fabs(v[static_cast<Index>(i)]) / largest, exponent);
  });
  return largest * math::pow(sum, 1 / exponent);
}

double sum_of_blocks(const Domain& set, const Vector& v) {
  math::CompensatedSum total;
  for_each_group(math::view(v), static_cast<std::size_t>(set.group_size),
                 [&](std::span<const double> block) { total.add(scaled_l2_norm(block)); });
  return total.value();
}

double largest_block(const Domain& set, const Vector& v) {
  double largest = 0;
  for_each_group(
      math::view(v), static_cast<std::size_t>(set.group_size),
      [&](std::span<const double> block) { largest = std::max(largest, scaled_l2_norm(block)); });
  return largest;
}

/// max over the vertices of <vertex, v>, and of |<vertex, v>| where `absolute`.
double best_vertex(const Domain& set, const Vector& v, bool absolute) {
  double best = -std::numeric_limits<double>::infinity();
  const std::size_t rows = static_cast<std::size_t>(v.size());
  for (Index j = 0; j < set.vertices.cols(); ++j) {
    const double score = math::dot({set.vertices.col(j).data(), rows}, math::view(v));
    best = std::max(best, absolute || set.mirrored ? std::fabs(score) : score);
  }
  return best;
}

}  // namespace

bool has_gauge(const Domain& set) {
  return set.is_bounded() && set.kind != Set::box && set.kind != Set::product;
}

double gauge_norm(const Domain& set, const Vector& v) {
  switch (set.kind) {
    case Set::l2_ball:
      return scaled_l2_norm(math::view(v)) / set.radius;
    case Set::l1_ball:
      return math::l1_norm(v) / set.radius;
    case Set::linf_ball:
      return math::linf_norm(v) / set.radius;
    case Set::simplex:
      return math::l1_norm(v);
    case Set::group_ball:
      return sum_of_blocks(set, v) / set.radius;
    case Set::lp_ball:
      return power_norm(v, set.exponent) / set.radius;
    case Set::hull: {
      Domain symmetric = set;
      symmetric.mirrored = true;
      return hull_gauge(symmetric, v);
    }
    default:
      return std::nan("");
  }
}

double dual_norm(const Domain& set, const Vector& v) {
  switch (set.kind) {
    case Set::l2_ball:
      return set.radius * scaled_l2_norm(math::view(v));
    case Set::l1_ball:
      return set.radius * math::linf_norm(v);
    case Set::linf_ball:
      return set.radius * math::l1_norm(v);
    case Set::simplex:
      return math::linf_norm(v);
    case Set::group_ball:
      return set.radius * largest_block(set, v);
    case Set::lp_ball:
      return set.radius * power_norm(v, set.exponent / (set.exponent - 1));
    case Set::hull:
      return best_vertex(set, v, true);
    default:
      return std::nan("");
  }
}

double support(const Domain& set, const Vector& v) {
  if (set.kind == Set::simplex) return v.maxCoeff();
  if (set.kind == Set::hull) return best_vertex(set, v, false);
  return dual_norm(set, v);
}

double l2_diameter(const Domain& set, Index dimension) {
  if (set.kind == Set::simplex) return dimension > 1 ? std::sqrt(2.0) : 0;
  if (set.kind != Set::hull || set.is_centrally_symmetric()) return 2 * set.l2_radius(dimension);
  double largest = 0;
  for (Index i = 0; i < set.vertices.cols(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const Vector edge = set.vertices.col(i) - set.vertices.col(j);
      largest = std::max(largest, scaled_l2_norm(math::view(edge)));
    }
  }
  return largest;
}

}  // namespace noisy
