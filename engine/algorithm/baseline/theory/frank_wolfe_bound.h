#pragma once

#include "engine/math/function_ref.h"
#include "engine/math/index.h"

namespace noisy {

/// What the error of Frank-Wolfe with chosen vertices depends on.
struct FrankWolfeGeometry {
  double curvature = 0;  ///< C_f <= L diam_2(C)^2, L the smoothness of the whole objective
  Index vertices = 0;    ///< K
};

/// The parts of an error bound.
struct FrankWolfeBound {
  double optimization = 0;
  double privacy = 0;
  double total() const { return optimization + privacy; }
};

/// E F(x_t) - F* after t >= 1 steps of x_{s+1} = (1 - g_s) x_s + g_s v_s, g_s = 2 / (s + 2), F
/// convex and v_s chosen by the exponential mechanism with Gumbel noise of scale b:
///
///     2 C_f / (t + 2) + b ln K                                                      (derived)
///
/// 1. Smoothness: F(x + g (v - x)) <= F(x) + g <grad F(x), v - x> + g^2 C_f / 2 (Jaggi 2013).
/// 2. The choice has probabilities P(k) = e^(s_k / b) / Z of the scores s_k = -<v_k, grad F(x)>, so
///    b ln Z = E s + b H(P) with H(P) the entropy: E s = b ln Z - b H(P) >= max s - b ln K,
///    whatever was chosen before.
/// 3. By convexity min_k <v_k - x, grad F(x)> <= F* - F(x). So h_s = E F(x_s) - F* has
///    h_{s+1} <= (1 - g_s) h_s + g_s b ln K + g_s^2 C_f / 2, and e_s = h_s - b ln K has
///    e_{s+1} <= (1 - g_s) e_s + g_s^2 C_f / 2: e_1 <= C_f / 2 whatever x_0 is, because g_0 = 1,
///    and by induction e_s <= 2 C_f / (s + 2), as (s + 1) / (s + 2)^2 <= 1 / (s + 3).
///
/// @param scale  b, in units of the scores; 0 without noise
FrankWolfeBound frank_wolfe_bound(const FrankWolfeGeometry& geometry, double scale, Index steps);

/// The T in 1..10000 with the least bound. With b = 2 Delta / epsilon_0 and epsilon_0 = sqrt(8 rho
/// / T) it is near (4 C_f sqrt(2 rho) / (Delta ln K))^(2/3), which is of order (n epsilon /
/// G_C)^(2/3) with an error of order its inverse (Talwar, Thakurta, Zhang 2015); for pure DP, where
/// b grows like T, near sqrt(C_f epsilon / (Delta ln K)).
///
/// @param scale_of  b of a plan of T steps, which grows with T
Index frank_wolfe_iterations(const FrankWolfeGeometry& geometry,
                             math::FunctionRef<double(Index)> scale_of);

}  // namespace noisy
