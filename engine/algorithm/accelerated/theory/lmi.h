#pragma once

#include <array>

#include "engine/algorithm/accelerated/theory/small_symmetric.h"

namespace noisy {

/// Which signs the matrix inequality has.
enum class LmiForm {
  corrected,      ///< B = (-alpha, 0), as the update demands
  paper_literal,  ///< B = (alpha, 0), as printed in Kuru et al., eq. 18
};

/// The unknowns of the heavy ball's inequality at a given rate; the multiplier c is 1.
/// All in units where L = 1: P / L and c_0 L.
struct LmiVariables {
  double p11 = 0.0;
  double p12 = 0.0;
  double p22 = 0.0;
  double c0 = 0.0;
};

/// A heavy ball in units where L = 1.
struct ScaledHeavyBall {
  double convexity = 0.0;  ///< mu / L
  double step = 0.0;       ///< alpha L
  double momentum = 0.0;   ///< beta
  LmiForm form = LmiForm::corrected;
};

/// The 3x3 matrix of the heavy ball's inequality (Kuru et al., Prop. 3.4, sign of B corrected),
/// G = c_0 X_0 + X_1 + (1 - rho^2) X_2 - Phi(P, rho), which has to be positive semidefinite. Affine
/// in the variables.
SmallSymmetric<3> heavy_ball_lmi(const ScaledHeavyBall& method, const LmiVariables& variables,
                                 double rate);

/// The same inequality for Nesterov's method, whose solution is known:
/// P = (1/2) [[1/alpha, sqrt(mu/alpha) - 1/alpha], [., (sqrt(mu) - 1/sqrt(alpha))^2]],
/// rho^2 = 1 - sqrt(alpha mu), G = rho^2 X_1 + (1 - rho^2) X_2 - Phi. Positive semidefinite for
/// alpha <= 1/L.
SmallSymmetric<3> nesterov_lmi(double strong_convexity, double smoothness, double step_size);

}  // namespace noisy
