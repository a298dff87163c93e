#pragma once

#include "engine/math/vector.h"

namespace noisy {

/// ||x - centre||_2 <= radius; an infinite radius is all of space.
struct Ball {
  Vector centre;
  double radius = 0;
};

/// x = the nearest point of the ball; unchanged inside of it.
void project(const Ball& ball, Vector& x);

/// x = the nearest point in both balls, which must meet. Where neither single projection lies in
/// the other ball, both spheres hold the answer: it is the nearest point of the sphere that they
/// cut out of each other, in closed form.
void project(const Ball& one, const Ball& other, Vector& x);

}  // namespace noisy
