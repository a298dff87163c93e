#pragma once

#include <limits>

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

/// Bounds on single partial derivatives of every record's part, in x and y alike: what algorithms
/// on simplices go by, who measure points in the l1 norm and slopes in the largest coordinate
/// (A1 to A3 of Gonzalez, Guzman and Paquette 2024). Infinity where none is known.
struct CoordinateBounds {
  double lipschitz = std::numeric_limits<double>::infinity();          ///< L_0 >= |d_j f|
  double smoothness = std::numeric_limits<double>::infinity();         ///< L_1 >= |d_jk f|
  double hessian_lipschitz = std::numeric_limits<double>::infinity();  ///< L_2 >= |d_jkl f|
  /// S_inf: how far apart two records' derivatives can be. At most 2 L_0, and less where they have
  /// a part in common.
  double difference = std::numeric_limits<double>::infinity();
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
  /// What two records' operators differ by does not depend on the point, so that these bounds hold
  /// outside the domain, too; where S_x = 0 no bit of the operator in x depends on the record.
  bool differs_alike_everywhere = false;
  SaddleSmoothness smoothness;
  CoordinateBounds coordinates;
  double primal_modulus = 0;  ///< mu_x: every f(., y) is strongly convex
  double dual_modulus = 0;    ///< mu_y: every f(x, .) is strongly concave
  double primal_radius = 0;   ///< D_x >= ||x|| on X; infinity where X is unbounded
  double dual_radius = 0;     ///< D_y
};

}  // namespace noisy
