#include "engine/algorithm/kl/two_balls.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Rounding of a projection may leave it so far outside, relative.
constexpr double kSlack = 1e-12;

bool holds(const Ball& ball, const Vector& x) {
  return math::l2_norm(Vector(x - ball.centre)) <= ball.radius * (1 + kSlack);
}

/// The nearest point where the spheres meet: it lies `along` the line between the centres, and
/// sqrt(r_1^2 - along^2) from it, in the direction of x.
void project_onto_slice(const Ball& one, const Ball& other, Vector& x) {
  const Vector axis = other.centre - one.centre;
  const double distance = math::l2_norm(axis);
  const double along =
      0.5 * (distance + (one.radius - other.radius) * (one.radius + other.radius) / distance);
  const double across = std::sqrt(std::max(0.0, (one.radius - along) * (one.radius + along)));
  const Vector unit = axis / distance;
  Vector side = x - one.centre;
  side -= math::dot(side, unit) * unit;
  const double length = math::l2_norm(side);
  x = one.centre + along * unit;
  // On the axis every direction is as near; there is none to prefer, and none needed in one
  // dimension, where the slice is a point.
  if (length > 0) x += (across / length) * side;
}

}  // namespace

void project(const Ball& ball, Vector& x) {
  if (!std::isfinite(ball.radius)) return;
  const Vector offset = x - ball.centre;
  const double length = math::l2_norm(offset);
  if (length > ball.radius) x = ball.centre + (ball.radius / length) * offset;
}

void project(const Ball& one, const Ball& other, Vector& x) {
  if (!std::isfinite(other.radius)) return project(one, x);
  if (!std::isfinite(one.radius)) return project(other, x);
  if (holds(one, x) && holds(other, x)) return;
  Vector onto_one = x;
  project(one, onto_one);
  if (holds(other, onto_one)) {
    x = std::move(onto_one);
    return;
  }
  Vector onto_other = x;
  project(other, onto_other);
  if (holds(one, onto_other)) {
    x = std::move(onto_other);
    return;
  }
  project_onto_slice(one, other, x);
}

}  // namespace noisy
