#pragma once

#include <span>
#include <vector>

#include "engine/math/vector.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// Coordinates of a point that lie in one simplex: of x or of y.
struct SimplexPlayer {
  Index first = 0;
  Index size = 0;

  /// Its part of a vector that starts with so many other numbers.
  std::span<double> of(Vector& all, Index before = 0) const;
};

/// Of a minimization one, of a saddle problem x and y.
std::vector<SimplexPlayer> simplex_players(const FiniteSum& data);

}  // namespace noisy
