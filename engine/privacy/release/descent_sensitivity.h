#pragma once

#include "engine/math/index.h"

namespace noisy {

/// Exact proximal gradient descent as far as its sensitivity goes.
struct ExactDescent {
  double step_size = 0;         ///< eta
  double smoothness = 0;        ///< L of every record's convex loss
  double strong_convexity = 0;  ///< mu of the regularizer, 0 without
  Index steps = 0;              ///< T
};

/// The longest step whose sensitivity is known: 1 / (L + mu), or 2 / L for mu = 0.
double longest_private_step(double smoothness, double strong_convexity);

/// delta_T of delta_0 = 0, delta_t = (1 - eta mu) delta_{t-1} + eta move:
///
/// (move / mu) (1 - (1 - eta mu)^T),   for mu = 0: move eta T
///
/// @param move  in units of the gradient; eta mu <= 1
double accumulated_difference(double move, double step_size, double strong_convexity, Index steps);

/// How far exchanging one record moves x_T in L2 when it moves every mean gradient by at most
/// `move`: accumulated_difference.
///
/// A step of at most longest_private_step() contracts by 1 - eta mu where the regularizer's
/// gradient is taken. Its proximal map contracts by 1 / (1 + eta mu) after the difference is added,
/// which gives no more; a projection moves nothing apart.
///
/// @param move  S_2 / n
/// @return infinity for longer steps
double descent_sensitivity(const ExactDescent& descent, double move);

}  // namespace noisy
