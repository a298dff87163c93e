#pragma once

#include "engine/problem/risk/finite_sum.h"

namespace noisy {

struct LeastValue {
  double least = 0;  ///< of F + (strength / 2) ||x||^2
  double start = 0;  ///< at 0
};

/// The minimum of a smooth convex mean plus an l2 term: by Newton's method where the losses have
/// Hessians and it converges, else by so many steps of Nesterov's method that what is left matters
/// to no comparison of noisy runs.
///
/// @param strength  > 0
LeastValue least_value(const FiniteSum& mean, double strength);

}  // namespace noisy
