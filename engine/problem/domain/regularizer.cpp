#include "engine/problem/domain/regularizer.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/domain/projection.h"

namespace noisy {

namespace {

using Kind = Regularizer::Kind;

std::span<double> entries(Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

double group_norms(const Vector& x, Index group_size) {
  math::CompensatedSum total;
  for_each_group(math::view(x), static_cast<std::size_t>(group_size),
                 [&](std::span<const double> block) { total.add(scaled_l2_norm(block)); });
  return total.value();
}

/// Moreau: y - t P(y / t) with P onto the l1 ball of radius 1 is a clamp at the theta that
/// takes t off the magnitudes.
void prox_of_largest(std::span<double> x, double t) {
  if (!(t > 0) || !std::isfinite(math::linf_norm(x))) return;
  if (math::l1_norm(x) <= t) {
    for (double& value : x) value = 0;
    return;
  }
  const double theta = find_threshold(
                           x.size(), [x](std::size_t i) { return std::fabs(x[i]); }, t)
                           .theta();
  for (double& value : x) {
    if (std::fabs(value) > theta) value = std::copysign(theta, value);
  }
}

}  // namespace

double Regularizer::value(const Vector& x) const {
  switch (kind) {
    case Kind::none:
      return 0;
    case Kind::l2:
      return 0.5 * strength * math::squared_norm(x);
    case Kind::l1:
      return strength * math::l1_norm(x);
    case Kind::elastic_net:
      return strength * math::l1_norm(x) + 0.5 * l2_strength * math::squared_norm(x);
    case Kind::l2_norm:
      return strength * math::l2_norm(x);
    case Kind::group_l2:
      return strength * group_norms(x, group_size);
    case Kind::linf:
      return strength * math::linf_norm(x);
  }
  return 0;
}

void Regularizer::add_gradient(const Vector& x, Vector& gradient) const {
  const double curvature = smoothness();
  if (kind == Kind::l2 || curvature > 0) gradient += curvature * x;
}

void Regularizer::prox(double step, Vector& x) const {
  const double t = step * strength;
  switch (kind) {
    case Kind::none:
      return;
    case Kind::l2:
      x /= 1 + t;
      return;
    case Kind::l1:
      return soft_threshold(entries(x), t);
    case Kind::elastic_net:
      soft_threshold(entries(x), t);
      x /= 1 + step * l2_strength;
      return;
    case Kind::l2_norm:
      return shrink_norm(entries(x), t);
    case Kind::group_l2:
      return for_each_group(entries(x), static_cast<std::size_t>(group_size),
                            [t](std::span<double> block) { shrink_norm(block, t); });
    case Kind::linf:
      return prox_of_largest(entries(x), t);
  }
}

double Regularizer::strong_convexity() const {
  if (kind == Kind::l2) return strength;
  return kind == Kind::elastic_net ? l2_strength : 0;
}

bool Regularizer::is_smooth() const {
  return kind == Kind::none || kind == Kind::l2 || strength == 0;
}

bool Regularizer::is_separable() const {
  return kind == Kind::none || kind == Kind::l2 || kind == Kind::l1 || kind == Kind::elastic_net;
}

}  // namespace noisy
