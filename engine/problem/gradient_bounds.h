#pragma once

#include <limits>

namespace noisy {

/// How far two records' gradients can be apart, by bounds that the engine enforces; infinity when
/// nothing is enforced. The neighbouring relation is replace-one, so these are the sensitivities
/// of the SUM of record gradients; the mean over m records has them divided by m.
struct GradientBounds {
  double l1 = 0;  ///< S_1 = sup over x, y, y' of ||grad f(x; y) - grad f(x; y')||_1
  double l2 = 0;  ///< S_2, the same in the Euclidean norm
  /// S_inf, the same of the largest coordinate; infinity where nothing better than S_2 is known.
  double linf = std::numeric_limits<double>::infinity();
};

}  // namespace noisy
