#pragma once

#include "engine/math/error.h"

namespace noisy {

/// Momentum of Nesterov's method: beta = (1 - sqrt(alpha mu)) / (1 + sqrt(alpha mu)).
/// 0 when alpha mu = 1. The accelerated figures use it for the heavy ball, too.
double nesterov_momentum(double step_size, double strong_convexity);

/// Critical damping of the heavy ball: beta = (1 - sqrt(alpha mu))^2, for which the characteristic
/// roots at lambda = mu meet; on quadratics with alpha <= 1/L it is rate-optimal, with rate
/// 1 - sqrt(alpha mu).
double critical_momentum(double step_size, double strong_convexity);

/// A step size together with a momentum that was chosen for it.
struct StepAndMomentum {
  double step_size = 0.0;
  double momentum = 0.0;
};

/// Polyak's choice, rate-optimal for quadratics with spectrum in [mu, L]:
/// alpha = 4 / (sqrt(mu) + sqrt(L))^2, beta = ((sqrt(kappa) - 1) / (sqrt(kappa) + 1))^2.
StepAndMomentum polyak_choice(double strong_convexity, double smoothness);

/// @error invalid-value at "problem.constants" unless 0 < mu <= L, both finite
Result<void> check_constants(double strong_convexity, double smoothness);

/// @error unstable-step at "stepSize" unless 0 < alpha <= 1/L (relative slack 1e-12)
Result<void> check_nesterov_step(double step_size, double smoothness);

/// @error unstable-step at "stepSize" unless alpha > 0 is finite;
///        invalid-value at "momentum" unless 0 <= beta < 1
Result<void> check_heavy_ball(double step_size, double momentum);

/// True when some quadratic with spectrum in [mu, L] diverges: alpha >= 2 (1 + beta) / L.
/// A reason to warn, not an error: the actual problem may be milder.
bool heavy_ball_may_diverge(double step_size, double momentum, double smoothness);

}  // namespace noisy
