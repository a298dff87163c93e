#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/step_schedule.h"
#include "engine/math/error.h"

namespace noisy {

/// Consecutive iterations that treat the error bound alike.
struct RecursionSegment {
  Index count = 0;
  double log_contraction = 0.0;   ///< ln f of every iteration; -infinity when one step suffices
  double log_noise_gain = 0.0;    ///< ln c: how much one unit of noise at an iteration adds
  double log_entry_factor = 0.0;  ///< added to ln f at the first one: ln 2 where momentum restarts
};

/// The scalar recursion that every convergence theorem here has:
///
/// E_t <= f_t E_{t-1} + c_t (d b_t^2 + sigma_s^2 / 2),   E_0 multiplied by 1 or 2 at the start,
///
/// with b_t the Laplace scale and sigma_s^2 the trace of the sampling covariance. Unrolled, the
/// weight of iteration t's noise after T iterations is
///
/// a_{T,t} = c_t * product of f_i over i = t+1..T.
struct ErrorRecursion {
  std::vector<RecursionSegment> segments;
  double initial_factor = 1.0;  ///< of the initial gap; 2 for the methods with a Lyapunov function

  Index steps() const;
  /// Whether the first step leaves nothing of the initial gap: alpha mu = 1.
  bool reaches_minimum() const;
};

/// A bound on E F(x_t) - F*, in units of the objective, by where it comes from.
struct ErrorBound {
  double initial = 0.0;   ///< what is left of the initial gap
  double privacy = 0.0;   ///< from the privacy noise
  double sampling = 0.0;  ///< from the batches

  double total() const { return initial + privacy + sampling; }
};

/// Nesterov and multi-stage Nesterov (Kuru et al., Thm 4.1 and 4.3, corrected):
/// f = 1 - sqrt(mu alpha), doubled where a stage begins; c = alpha (1 + alpha L); E_0 counts twice,
/// because the recursion holds for F(x_t) - F* + (mu/2) |v_t - x*|^2, not for the gap alone.
///
/// @error invalid-value at "problem.constants", at "iterations" when the schedule is empty;
///        unstable-step at "stepSize" unless 0 < alpha <= 1/L
Result<ErrorRecursion> nesterov_recursion(const StepSchedule& schedule, double strong_convexity,
                                          double smoothness);

/// Gradient descent: f = 1 - mu alpha (2 - L alpha), c = L alpha^2 (the LMI bound with P = 0).
///
/// @error invalid-value at "problem.constants" or "iterations";
///        unstable-step unless 0 < alpha < 2/L
Result<ErrorRecursion> gradient_descent_recursion(Index iterations, double step_size,
                                                  double strong_convexity, double smoothness);

/// Heavy ball: f = rho^2, c = L alpha^2 (Kuru et al., eq. 23, up to a constant factor that no
/// division depends on).
///
/// @param contraction_rate  rho in [0, 1): the certified rate of an LmiCertificate, or on
///                          quadratics the spectral rate heavy_ball_rate; with an uncertified rate
///                          the division stays private, only its optimality is a guess
/// @error invalid-value at "iterations" or "contractionRate";
///        unstable-step unless alpha > 0 is finite
Result<ErrorRecursion> heavy_ball_recursion(Index iterations, double step_size, double smoothness,
                                            double contraction_rate);

}  // namespace noisy
