#include "engine/problem/domain/domain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/math/vector_functions.h"
#include "engine/problem/domain/projection.h"
#include "engine/problem/domain/vertex_hull.h"

namespace noisy {

namespace {

using Kind = Domain::Kind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::span<double> entries(Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

/// A bound that is one number for all coordinates, or one for each.
double at(const Vector& bound, Index i) {
  return bound.size() == 1 ? bound[0] : bound[i];
}

double largest_in_box(const Domain& box, Index i) {
  return std::max(std::fabs(at(box.lower, i)), std::fabs(at(box.upper, i)));
}

Result<void> validate_bound(const Vector& bound, Index dimension, const char* name) {
  const std::string field = std::string("problem.domain.") + name;
  if (bound.size() != 1 && bound.size() != dimension) {
    return fail(
        ErrorCode::invalid_value, field,
        "give one number, or one for each of the " + std::to_string(dimension) + " coordinates");
  }
  if (!bound.allFinite()) {
    return fail(ErrorCode::invalid_value, field, "must be finite: the whole space is kind \"all\"");
  }
  return {};
}

Result<void> validate_box(const Domain& box, Index dimension) {
  if (auto valid = validate_bound(box.lower, dimension, "lower"); !valid) return valid;
  if (auto valid = validate_bound(box.upper, dimension, "upper"); !valid) return valid;
  for (Index i = 0; i < dimension; ++i) {
    if (at(box.lower, i) > at(box.upper, i)) {
      return fail(ErrorCode::invalid_value, "problem.domain.upper",
                  "must not be below problem.domain.lower (coordinate " + std::to_string(i) + ")");
    }
  }
  return {};
}

Result<void> validate_hull(const Domain& hull, Index dimension) {
  if (hull.vertices.cols() == 0 || hull.vertices.rows() != dimension) {
    return fail(
        ErrorCode::invalid_value, "problem.domain.vertices",
        "give at least one vertex, each with " + std::to_string(dimension) + " coordinates");
  }
  if (!hull.vertices.allFinite()) {
    return fail(ErrorCode::invalid_value, "problem.domain.vertices", "must be finite");
  }
  return {};
}

Result<void> validate_product(const Domain& product, Index dimension) {
  Index total = 0;
  for (const auto& [domain, size] : product.factors) {
    if (size < 1) {
      return fail(ErrorCode::invalid_value, "problem.domain.factors",
                  "each must have at least 1 coordinate");
    }
    if (auto valid = domain.validate(size); !valid) return valid;
    total += size;
  }
  if (product.factors.empty() || total != dimension) {
    return fail(ErrorCode::invalid_value, "problem.domain.factors",
                "must have " + std::to_string(dimension) + " coordinates together");
  }
  return {};
}

bool all_factors(const Domain& product, bool (Domain::*has)() const) {
  return std::ranges::all_of(product.factors,
                             [has](const DomainFactor& one) { return (one.domain.*has)(); });
}

/// Calls `use` with every factor and the first of its coordinates.
template <typename Use>
void for_each_factor(const Domain& product, Use&& use) {
  Index first = 0;
  for (const DomainFactor& factor : product.factors) {
    use(factor, first);
    first += factor.size;
  }
}

bool product_contains(const Domain& product, std::span<const double> x) {
  bool inside = true;
  std::size_t total = 0;
  for_each_factor(product, [&](const DomainFactor& factor, Index first) {
    const auto size = static_cast<std::size_t>(factor.size);
    total = static_cast<std::size_t>(first) + size;
    inside = inside && total <= x.size() && factor.domain.contains(x.subspan(total - size, size));
  });
  return inside && total == x.size();
}

double product_l2_radius(const Domain& product) {
  double squares = 0;
  for (const auto& [domain, size] : product.factors) {
    const double radius = domain.l2_radius(size);
    squares = add_upward(squares, multiply_upward(radius, radius));
  }
  return square_root_upward(squares);
}

double product_l1_radius(const Domain& product) {
  double sum = 0;
  for (const auto& [domain, size] : product.factors) {
    sum = add_upward(sum, domain.l1_radius(size));
  }
  return sum;
}

double product_linf_radius(const Domain& product) {
  double largest = 0;
  for (const auto& [domain, size] : product.factors) {
    largest = std::max(largest, domain.linf_radius(size));
  }
  return largest;
}

void clamp(std::span<double> x, const Domain& box) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto j = static_cast<Index>(i);
    x[i] = std::min(std::max(x[i], at(box.lower, j)), at(box.upper, j));
  }
}

void project_onto(const Domain& set, std::span<double> x) {
  Eigen::Map<Vector> point(x.data(), std::ssize(x));
  switch (set.kind) {
    case Kind::l2_ball:
      return project_l2_ball(x, set.radius);
    case Kind::l1_ball:
      return project_l1_ball(x, set.radius);
    case Kind::linf_ball:
      point = point.cwiseMax(-set.radius).cwiseMin(set.radius);
      return;
    case Kind::box:
      return clamp(x, set);
    case Kind::nonnegative:
      point = point.cwiseMax(0.0);
      return;
    case Kind::simplex:
      return project_simplex(x);
    case Kind::group_ball:
      return project_group_ball(x, static_cast<std::size_t>(set.group_size), set.radius);
    case Kind::product:
      return for_each_factor(set, [&](const DomainFactor& factor, Index first) {
        project_onto(factor.domain, x.subspan(static_cast<std::size_t>(first),
                                              static_cast<std::size_t>(factor.size)));
      });
    default:
      return;
  }
}

bool box_contains(const Domain& box, std::span<const double> x) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const double slack = Domain::kTolerance * largest_in_box(box, i);
    if (!(x[k] >= at(box.lower, i) - slack && x[k] <= at(box.upper, i) + slack)) return false;
  }
  return true;
}

double sum_of_group_norms(std::span<const double> x, Index group_size) {
  math::CompensatedSum total;
  for_each_group(x, static_cast<std::size_t>(group_size),
                 [&](std::span<const double> block) { total.add(scaled_l2_norm(block)); });
  return total.value();
}

double power_norm(std::span<const double> x, double exponent) {
  const double largest = math::linf_norm(x);
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  const double sum = math::sum_of(
      x.size(), [&](std::size_t i) { return math::pow(std::fabs(x[i]) / largest, exponent); });
  return largest * math::pow(sum, 1 / exponent);
}

bool is_mirror_closed(const Eigen::MatrixXd& vertices) {
  for (Index i = 0; i < vertices.cols(); ++i) {
    bool found = false;
    for (Index j = 0; j < vertices.cols() && !found; ++j) {
      found = vertices.col(i) == -vertices.col(j);
    }
    if (!found) return false;
  }
  return true;
}

/// R times the dimension's power, which math::pow may round down.
double scaled_upward(double radius, double factor) {
  return multiply_upward(radius, multiply_upward(factor, 1 + 4e-16));
}

double root_upward(Index count) {
  return square_root_upward(static_cast<double>(count));
}

}  // namespace

Result<void> Domain::validate(Index dimension) const {
  if (!(radius > 0) || !std::isfinite(radius)) {
    return fail(ErrorCode::invalid_value, "problem.domain.radius", "must be finite and positive");
  }
  if (kind == Kind::lp_ball && !(exponent > 1 && exponent <= 2)) {
    return fail(ErrorCode::invalid_value, "problem.domain.exponent",
                "must be above 1 and at most 2; for exponent 1 use the l1-ball");
  }
  if (kind == Kind::group_ball && group_size < 1) {
    return fail(ErrorCode::invalid_value, "problem.domain.groupSize", "must be at least 1");
  }
  if (kind == Kind::box) return validate_box(*this, dimension);
  if (kind == Kind::hull) return validate_hull(*this, dimension);
  if (kind == Kind::product) return validate_product(*this, dimension);
  return {};
}

bool Domain::is_bounded() const {
  if (kind == Kind::product) return all_factors(*this, &Domain::is_bounded);
  return kind != Kind::all && kind != Kind::nonnegative;
}

bool Domain::is_centrally_symmetric() const {
  switch (kind) {
    case Kind::nonnegative:
    case Kind::simplex:
      return false;
    case Kind::box:
      for (Index i = 0; i < std::max(lower.size(), upper.size()); ++i) {
        if (at(lower, i) != -at(upper, i)) return false;
      }
      return true;
    case Kind::hull:
      return mirrored || is_mirror_closed(vertices);
    case Kind::product:
      return all_factors(*this, &Domain::is_centrally_symmetric);
    default:
      return true;
  }
}

bool Domain::contains(const Vector& x) const {
  return contains(math::view(x));
}

bool Domain::contains(std::span<const double> x) const {
  // What is not finite is in neither, or in no factor.
  const bool is_seen_below = kind == Kind::simplex || kind == Kind::product;
  if (!is_seen_below && !math::all_finite(x)) return false;
  const double most = radius * (1 + kTolerance);
  switch (kind) {
    case Kind::all:
      return true;
    case Kind::l2_ball:
      return scaled_l2_norm(x) <= most;
    case Kind::l1_ball:
      return math::l1_norm(x) <= most;
    case Kind::linf_ball:
      return math::linf_norm(x) <= most;
    case Kind::box:
      return box_contains(*this, x);
    case Kind::nonnegative:
      return !std::isnan(math::sum_of_nonnegative(x));
    case Kind::simplex:
      return std::fabs(math::sum_of_nonnegative(x) - 1) <= kTolerance;
    case Kind::group_ball:
      return sum_of_group_norms(x, group_size) <= most;
    case Kind::lp_ball:
      return power_norm(x, exponent) <= most;
    case Kind::hull:
      return hull_contains(*this, Eigen::Map<const Vector>(x.data(), std::ssize(x)));
    case Kind::product:
      return product_contains(*this, x);
  }
  return false;
}

Vector Domain::centre(Index dimension) const {
  Vector middle = Vector::Zero(dimension);
  if (kind == Kind::simplex) middle.setConstant(1 / static_cast<double>(dimension));
  if (kind == Kind::box) {
    for (Index i = 0; i < dimension; ++i) middle[i] = 0.5 * at(lower, i) + 0.5 * at(upper, i);
  }
  if (kind == Kind::hull && !mirrored) {
    for (Index j = 0; j < vertices.cols(); ++j) middle += vertices.col(j);
    middle /= static_cast<double>(vertices.cols());
  }
  if (kind == Kind::product) {
    for_each_factor(*this, [&](const DomainFactor& factor, Index first) {
      middle.segment(first, factor.size) = factor.domain.centre(factor.size);
    });
  }
  return middle;
}

double Domain::l2_radius(Index dimension) const {
  double squares = 0, largest = 0;
  switch (kind) {
    case Kind::all:
    case Kind::nonnegative:
      return kInfinity;
    case Kind::linf_ball:
      return multiply_upward(radius, root_upward(dimension));
    case Kind::box:
      for (Index i = 0; i < dimension; ++i) {
        const double bound = largest_in_box(*this, i);
        squares = add_upward(squares, multiply_upward(bound, bound));
      }
      return square_root_upward(squares);
    case Kind::simplex:
      return 1;
    case Kind::hull:
      for (Index j = 0; j < vertices.cols(); ++j) {
        largest = std::max(largest, scaled_l2_norm(math::view(vertices.col(j))));
      }
      return scaled_upward(largest, 1 + 1e-13);
    case Kind::product:
      return product_l2_radius(*this);
    default:
      return radius;
  }
}

double Domain::l1_radius(Index dimension) const {
  double sum = 0, largest = 0;
  switch (kind) {
    case Kind::all:
    case Kind::nonnegative:
      return kInfinity;
    case Kind::l2_ball:
      return multiply_upward(radius, root_upward(dimension));
    case Kind::linf_ball:
      return multiply_upward(radius, static_cast<double>(dimension));
    case Kind::box:
      for (Index i = 0; i < dimension; ++i) sum = add_upward(sum, largest_in_box(*this, i));
      return sum;
    case Kind::simplex:
      return 1;
    case Kind::group_ball:
      return multiply_upward(radius, root_upward(std::min(group_size, dimension)));
    case Kind::lp_ball:
      return scaled_upward(radius, math::pow(static_cast<double>(dimension), 1 - 1 / exponent));
    case Kind::hull:
      for (Index j = 0; j < vertices.cols(); ++j) {
        largest = std::max(largest, math::l1_norm(math::view(vertices.col(j))));
      }
      return scaled_upward(largest, 1 + 1e-13);
    case Kind::product:
      return product_l1_radius(*this);
    default:
      return radius;
  }
}

double Domain::linf_radius(Index dimension) const {
  double largest = 0;
  switch (kind) {
    case Kind::all:
    case Kind::nonnegative:
      return kInfinity;
    case Kind::box:
      for (Index i = 0; i < dimension; ++i) largest = std::max(largest, largest_in_box(*this, i));
      return largest;
    case Kind::simplex:
      return 1;
    case Kind::hull:
      return vertices.cwiseAbs().maxCoeff();
    case Kind::product:
      return product_linf_radius(*this);
    default:
      return radius;
  }
}

double Domain::margin_bound(const FeatureBounds& bounds, Index dimension) const {
  const double exact = std::min({multiply_upward(bounds.l1, linf_radius(dimension)),
                                 multiply_upward(bounds.l2, l2_radius(dimension)),
                                 multiply_upward(bounds.linf, l1_radius(dimension))});
  return scaled_upward(exact, 1 + 2 * kTolerance);
}

bool Domain::has_projection() const {
  if (kind == Kind::product) return all_factors(*this, &Domain::has_projection);
  return kind != Kind::lp_ball && kind != Kind::hull;
}

void Domain::project(Vector& x) const {
  project_onto(*this, entries(x));
}

}  // namespace noisy
