#pragma once

#include <limits>

namespace noisy {

/// How far two records' gradients can be apart, by bounds that the engine enforces; infinity when
/// nothing is enforced. Where a record is replaced these are the sensitivities of the SUM of record
/// gradients; the mean over m records has them divided by m. Where one is zeroed out they are not:
/// RegionBounds::record_gradient is.
struct GradientBounds {
  double l1 = 0;  ///< S_1 = sup over x, y, y' of ||grad f(x; y) - grad f(x; y')||_1
  double l2 = 0;  ///< S_2, the same in the Euclidean norm
  /// S_inf, the same of the largest coordinate; infinity where nothing better than S_2 is known.
  double linf = std::numeric_limits<double>::infinity();
};

/// What holds at points within a distance of 0, by bounds that the engine enforces.
struct RegionBounds {
  double gradient_l2 = 0;  ///< S_2 there: how far two records' gradients can be apart
  /// L_1 of one record: ||grad f(a; y) - grad f(b; y)||_2 <= L_1 ||a - b||_2 for every record y and
  /// all a, b there; infinity where none is known.
  double record_smoothness = std::numeric_limits<double>::infinity();
  /// L_0: no record's gradient is longer there, ||grad f(x; y)||_2 <= L_0; infinity where nothing
  /// bounds it. That is S_2 / 2 only where S_2 is twice such a bound: what two records have in
  /// common cancels in their difference, but not here.
  double record_gradient = std::numeric_limits<double>::infinity();
  /// R: ||grad f(x; y) - grad f(a; y)||_2 <= R for every record y and all x, a there, where that is
  /// known to be less than 2 L_0. It is L_0 where a record's gradient keeps its direction, s v with
  /// 0 <= s <= 1 and one v at all points, and of softmax, whose probabilities at two points are no
  /// farther apart than they can be from a label.
  double record_change = std::numeric_limits<double>::infinity();
};

/// Public bounds on a record's part in the sufficient statistics of least squares: of losses
/// (c / 2) (u'x)^2 + a u'x + b of one margin, whose Hessian c u u' is the same at all points and
/// whose gradient at 0 is a u. By bounds that the engine enforces; infinity where the losses are
/// not such, or nothing is enforced.
struct QuadraticBounds {
  double curvature = std::numeric_limits<double>::infinity();  ///< C: c ||u||_2^2 is at most that
  double slope = std::numeric_limits<double>::infinity();      ///< G: ||a u||_2 is at most that
};

}  // namespace noisy
