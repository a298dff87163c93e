#pragma once

#include "engine/math/kernel_table.h"
#include "engine/math/vector.h"

namespace noisy {

/// A loss of generalized linear models, f(x; u, y) = phi(u'x, y): the function that runs over the
/// rows, and the public facts of the formula that sensitivities and constants come from.
struct LinearLoss {
  /// sup |phi'(m, y)| over |m| <= margin and |y| <= target; infinity where there is no bound.
  using DerivativeBound = double (*)(double margin, double target);

  math::BlockPass pass = nullptr;
  const void* link = nullptr;  ///< what `pass` is given; must outlive every risk that uses it
  DerivativeBound derivative_bound = nullptr;
  double curvature_bound = 0;  ///< sup phi''(m, y)
};

/// ln(1 + exp(-y m)), y = +1 or -1. |phi'| = sigmoid(-y m) <= sigmoid(margin) < 1, phi'' <= 1/4.
LinearLoss logistic_loss();

/// (m - y)^2 / 2. |phi'| <= margin + target, phi'' = 1.
LinearLoss squared_loss();

}  // namespace noisy
