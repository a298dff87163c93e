#pragma once

#include "engine/math/index.h"

namespace noisy {

/// Bounds on the derivatives of every record's part in a sum, in the Euclidean norm: of the
/// operator (grad_x, -grad_y) in (x, y), of grad_xx, of grad_yy and of grad_xy.
struct SaddleSmoothness {
  double joint = 0;
  double primal = 0;
  double dual = 0;
  double coupling = 0;
};

/// What is public of a problem min over x, max over y of F(x, y), F a mean over records: at all
/// points of its domain and for all records within their bounds.
struct SaddleBounds {
  Index primal_dimension = 0;  ///< d_x
  Index dual_dimension = 0;    ///< d_y
  double lipschitz = 0;        ///< L >= ||(grad_x f, grad_y f)||
  /// S_x and S_y: how far two records' gradients can be apart in x and in y. At most 2 L, and less
  /// where they have a part in common.
  double primal_difference = 0;
  double dual_difference = 0;
  SaddleSmoothness smoothness;
  double primal_modulus = 0;  ///< mu_x: every f(., y) is strongly convex
  double dual_modulus = 0;    ///< mu_y: every f(x, .) is strongly concave
  double primal_radius = 0;   ///< D_x >= ||x|| on X; infinity where X is unbounded
  double dual_radius = 0;     ///< D_y
};

}  // namespace noisy
