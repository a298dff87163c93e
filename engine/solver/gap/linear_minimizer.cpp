#include "engine/solver/gap/linear_minimizer.h"

#include <algorithm>
#include <cmath>

#include "engine/problem/domain/projection.h"

namespace noisy {
namespace {

using Kind = Domain::Kind;

Index least_entry(const Vector& x) {
  return std::min_element(x.begin(), x.end()) - x.begin();
}

Index largest_entry(const Vector& x) {
  const auto is_shorter = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return std::max_element(x.begin(), x.end(), is_shorter) - x.begin();
}

Vector corner_of_l1_ball(const Vector& gradient, double radius) {
  Vector out = Vector::Zero(gradient.size());
  const Index k = largest_entry(gradient);
  out[k] = gradient[k] > 0 ? -radius : radius;
  return out;
}

Vector border_of_l2_ball(const Vector& gradient, double radius) {
  const double length =
      scaled_l2_norm({gradient.data(), static_cast<std::size_t>(gradient.size())});
  if (!(length > 0)) return Vector::Zero(gradient.size());
  return gradient * (-radius / length);
}

Vector corner_of_box(const Domain& box, const Vector& gradient) {
  Vector out(gradient.size());
  for (Index i = 0; i < gradient.size(); ++i) {
    const Vector& bound = gradient[i] > 0 ? box.lower : box.upper;
    out[i] = bound.size() == 1 ? bound[0] : bound[i];
  }
  return out;
}

Vector corner_of_linf_ball(const Vector& gradient, double radius) {
  return gradient.unaryExpr([radius](double g) { return g > 0 ? -radius : radius; });
}

Vector minimizer_of_factors(const Domain& product, const Vector& gradient) {
  Vector out(gradient.size());
  Index first = 0;
  for (const DomainFactor& factor : product.factors) {
    const Vector part = gradient.segment(first, factor.size);
    out.segment(first, factor.size) = linear_minimizer(factor.domain, part);
    first += factor.size;
  }
  return out;
}

}  // namespace

bool has_linear_minimizer(const Domain& domain) {
  switch (domain.kind) {
    case Kind::l2_ball:
    case Kind::l1_ball:
    case Kind::linf_ball:
    case Kind::box:
    case Kind::simplex:
      return true;
    case Kind::product:
      return std::all_of(domain.factors.begin(), domain.factors.end(),
                         [](const auto& factor) { return has_linear_minimizer(factor.domain); });
    default:
      return false;
  }
}

Vector linear_minimizer(const Domain& domain, const Vector& gradient) {
  switch (domain.kind) {
    case Kind::l2_ball:
      return border_of_l2_ball(gradient, domain.radius);
    case Kind::l1_ball:
      return corner_of_l1_ball(gradient, domain.radius);
    case Kind::box:
      return corner_of_box(domain, gradient);
    case Kind::simplex:
      return Vector::Unit(gradient.size(), least_entry(gradient));
    case Kind::product:
      return minimizer_of_factors(domain, gradient);
    default:
      return corner_of_linf_ball(gradient, domain.radius);
  }
}

}  // namespace noisy
