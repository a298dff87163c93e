#pragma once

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// What the planners of the KL methods know: all public. The objective F is assumed to be
/// (gamma, kappa)-KL, F(w) - F* <= (gamma ||grad F(w)||)^kappa, in the region of the run. Utility
/// rests on that and on `initial_gap`; privacy rests on `lipschitz` and `smoothness_sample` alone.
struct KlSetting {
  double kappa = 0.0;        ///< >= 1
  double gamma = 0.0;        ///< > 0, in loss^(1/kappa) per unit of the gradient
  double initial_gap = 0.0;  ///< F_0 >= F(w_0) - F*; 0: the start is optimal
  double lipschitz = 0.0;    ///< L_0: the largest norm of one record's gradient
  /// How much longer than L_0 the objective's own gradient may be at the start: a regularizer's
  /// part, which reads no data, and what cancels between two records.
  double start_slope = 0.0;
  double smoothness_risk = 0.0;      ///< L_1 of F
  double smoothness_sample = 0.0;    ///< L_1 of one record's loss
  double samples = 0.0;              ///< n
  Index dimension = 0;               ///< d
  double rho = 0.0;                  ///< the zCDP budget
  double failure_probability = 0.0;  ///< beta in (0, 1)
  /// How many records' gradients can two neighbours' sums differ by: 2 where one record is
  /// replaced, 1 where one is zeroed out.
  double adjacency = 2.0;

  /// How far two neighbours' mean gradients can be apart: D_0 = adjacency L_0 / n.
  double gradient_sensitivity() const { return adjacency * lipschitz / samples; }
};

/// @error invalid-value at "problem.constants.klExponent" unless kappa >= 1, at
///        "problem.constants.klConstant" unless gamma > 0, at "problem.constants.initialGap" unless
///        F_0 >= 0, at "problem.constants" unless L_0 > 0, at "data" unless n >= 1 and d >= 1, at
///        "failureProbability" unless in (0, 1), at "privacy.neighbours" unless the adjacency is
///        positive; invalid-budget at "privacy.rho"; none of them may be infinite
Result<void> check_kl_setting(const KlSetting& setting);

/// The setting whose F_0 is at most (gamma (L_0 + slope))^kappa, which bounds the gap at the start,
/// and whose kappa is 2 where it is within 1e-12 of 2.
KlSetting normalized(const KlSetting& setting);

/// base^exponent by way of logarithms; 1 for the exponent 0.
double log_power(double base, double exponent);

}  // namespace noisy
