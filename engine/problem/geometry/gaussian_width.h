#pragma once

#include "engine/problem/domain/domain.h"

namespace noisy {

/// How far standard Gaussian noise b ~ N(0, I_p) reaches in a set's directions.
struct GaussianWidth {
  enum class Method { closed_form, quadrature, monte_carlo };

  double width = 0;          ///< G_C = E sup over C of <b, w>, length
  double second_moment = 0;  ///< W_C = E ||b||_{C*}^2, length^2
  /// Standard errors of both where they are averages over draws, else 0. That of the width is at
  /// most R_2 / sqrt(draws) (Gaussian Poincare inequality).
  double width_error = 0;
  double second_moment_error = 0;
  Method method = Method::closed_form;
};

/// The width of a ball, the simplex or a hull: closed form for l2 and l_inf, quadrature for l1 and
/// the simplex, Monte Carlo with fixed draws for the others.
///
/// @param draws  of the Monte Carlo estimate, >= 2
GaussianWidth gaussian_width(const Domain& set, Index dimension, Index draws = 4000);

}  // namespace noisy
