#pragma once

#include "engine/algorithm/accelerated/theory/lmi.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// A heavy ball on functions that are mu-strongly convex and L-smooth.
struct HeavyBallProblem {
  double strong_convexity = 0.0;
  double smoothness = 0.0;
  double step_size = 0.0;
  double momentum = 0.0;
  LmiForm form = LmiForm::corrected;
};

/// A solution of the matrix inequality: V(x_t, x_{t-1}) = P-norm^2 + F - F* falls by rho^2 per
/// iteration without noise.
struct LmiCertificate {
  double rate = 1.0;  ///< rho
  double p11 = 0.0;   ///< Lyapunov matrix P, in units of L
  double p12 = 0.0;
  double p22 = 0.0;
  double c0 = 0.0;  ///< multiplier of the interpolation inequality, in units of 1/L
  /// Least eigenvalue of G / L and P / L relative to the largest entry of P / L (at least 1). May
  /// be negative by rounding, never below -1e-9.
  double margin = 0.0;
};

/// A bound on E F(x_T) - F* from a certificate.
struct LmiBound {
  LmiCertificate certificate;
  double transient = 0.0;  ///< rho^{2T} V_0 / c
  double noise = 0.0;
  double plain_noise = 0.0;  ///< N_T (P11 + L/2): the noise term without its strengthening by det P

  double total() const { return transient + noise; }
};

/// Where a run starts and what noise it meets.
struct LmiBoundParameters {
  double squared_distance = 0.0;  ///< |x_0 - x*|^2, x_{-1} = x_0
  double initial_gap = 0.0;       ///< F(x_0) - F*
  double noise_trace = 0.0;  ///< bound on the trace of the noise covariance: sigma_s^2 + 2 d b^2
  Index dimension = 1;       ///< d; used by the literal form only, which counts it twice
};

/// A certificate for a given rate, by the deep-cut ellipsoid method (at most 4000 cuts) in units
/// where L = 1, checked by Cholesky factors.
///
/// @error invalid-value at "problem.constants", "momentum" or "rate"; unstable-step at "stepSize";
///        no-certificate at "momentum" when none was found
Result<LmiCertificate> certificate_at_rate(const HeavyBallProblem& problem, double rate);

/// The certificate with the least rate, by bisection (feasibility is monotone in rho), within 1e-7.
///
/// @error as certificate_at_rate; without a certificate, as is normal for aggressive momentum, the
///        method need not diverge
Result<LmiCertificate> best_rate_certificate(const HeavyBallProblem& problem);

/// The bound that a certificate gives after T iterations (Kuru et al., eq. 23, with noise counted
/// as a trace):
///
/// rho^{2T} V_0 + (1 - rho^{2T})/(1 - rho^2) (L alpha^2/2) trace (1 + 2 P12^2/(L P22 + 2 det P)),
/// V_0 = (P11 + 2 P12 + P22) |x_0 - x*|^2 + F(x_0) - F*,   0/0 = 0
LmiBound bound_from_certificate(const HeavyBallProblem& problem, const LmiCertificate& certificate,
                                const LmiBoundParameters& parameters, Index horizon);

/// The bound of the certificate at a given rate that minimizes, by objective cuts, the linear
/// function rho^{2T} V_0 + N_T (P11 + L/2), N_T = (1 - rho^{2T})/(1 - rho^2) alpha^2 trace.
///
/// @error as certificate_at_rate; invalid-value at "iterations" when T < 1, at "noise" when a
///        parameter is negative or not finite
Result<LmiBound> bound_at_rate(const HeavyBallProblem& problem,
                               const LmiBoundParameters& parameters, Index horizon, double rate);

/// The least bound_at_rate at horizon T over a scan of rates. The least rate itself has a huge P
/// and a useless bound.
///
/// @error as best_rate_certificate and bound_at_rate
Result<LmiBound> best_bound(const HeavyBallProblem& problem, const LmiBoundParameters& parameters,
                            Index horizon);

}  // namespace noisy
