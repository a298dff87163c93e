#pragma once

namespace noisy {

/// What the utility theorems of Zhang, Thekumparampil, Oh, He read, with the paper's noise
/// (bring-your-own-minimax, section 4). Certified distances reproduce their constants for
/// rho <= 1 (saddle points: rho <= 0.82), n >= 3 and ln(2.5/delta) >= 2.
struct TheoremSetting {
  double lipschitz = 1;  ///< L
  double samples = 2;    ///< n
  double dimension = 1;  ///< d; of Algorithms 3-5 the larger of both, of C-SC d_x
  double epsilon = 0;    ///< total, in (0, 1)
  double delta = 0;      ///< total, in (0, 1/n)
};

/// Theorem 3.4: E |x~ - x*_S|^2 <= 65 L^2 d ln(2.5/delta) / (mu n epsilon)^2.
double strongly_convex_distance_bound(const TheoremSetting& setting, double modulus);

/// Theorem 3.4: E[F_S(x~) - F_S(x*_S)] <= 33 L^2 kappa d ln(2.5/delta) / (mu n^2 epsilon^2), with
/// solutions in the interior of the domain.
///
/// @param smoothness  l; kappa = l / mu
double strongly_convex_empirical_bound(const TheoremSetting& setting, double modulus,
                                       double smoothness);

/// Theorem 3.4: E[F(x~) - F*] <= L^2 kappa (7 / (mu n) + 48 d ln(2.5/delta) / (mu n^2 epsilon^2)),
/// with solutions in the interior.
double strongly_convex_population_bound(const TheoremSetting& setting, double modulus,
                                        double smoothness);

/// Theorem 3.7, Algorithm 2: E[F(x~_K) - F*] <= 4 L D K (1/sqrt(n) +
/// 7 sqrt(d ln(2.5/delta)) / (n epsilon)), with the paper's mu.
///
/// @param radius  D >= |x* - x_0|
/// @param phases  K = ceil(log2 n)
double convex_bound(const TheoremSetting& setting, double radius, double phases);

/// The moduli and the smoothness of a strongly convex - strongly concave saddle problem.
struct SaddleModuli {
  double primal = 1, dual = 1;  ///< mu_x, mu_y; mu is the smaller
  double smoothness = 1;        ///< l; kappa = l / mu
};

/// Theorem 4.4, empirical strong gap of Algorithm 3: at most 257 L^2 (kappa_x kappa_y + kappa) d
/// ln(5/delta) / (mu n^2 epsilon^2), with saddle points in the interior.
double saddle_empirical_bound(const TheoremSetting& setting, const SaddleModuli& moduli);

/// Theorem 4.4, population strong gap: at most 3 L^2 (kappa_x kappa_y + kappa) (3 / (mu n) +
/// 128 d ln(5/delta) / (mu n^2 epsilon^2)), with saddle points in the interior.
double saddle_population_bound(const TheoremSetting& setting, const SaddleModuli& moduli);

/// Theorem 4.8, population weak gap of Algorithms 4 and 5 together: at most 16 L D K^2 (1/sqrt(n) +
/// 5 sqrt(d ln(5/delta)) / (n epsilon)), with the paper's mu; each one's side is at most half of
/// it.
double weak_gap_bound(const TheoremSetting& setting, double radius, double phases);

/// Corollary 4.9, corrected (ER5): max_y E[F(x~_K, y)] - F(x*, y*) is at most
///
///     6 L D K (1/sqrt(n) + 4 sqrt(d_x ln(2.5/delta)) / (n epsilon))
///       + L^2 (8 K^2 / (mu_y n) + 65 K^3 d_x ln(2.5/delta) / (mu_y n^2 epsilon^2))
///
/// with the paper's mu and mu_y >= L / (D sqrt(n)).
double strongly_concave_bound(const TheoremSetting& setting, double radius, double phases,
                              double dual_modulus);

/// What is added to bounds on max_y E[F(x~_K, y)] to bound E[max_y F(x~_K, y)], which is larger and
/// which the paper claims the same of (ER16): L kappa_y Delta_K, because the best response to x~_K
/// moves by at most kappa_y times what one record of the last block moves x_K.
///
/// @param sensitivity  Delta_K of the last phase, at most (2 + 2 rho) L / (n_K sqrt(mu_K m_K))
double best_response_surplus(double lipschitz, double smoothness, double dual_modulus,
                             double sensitivity);

}  // namespace noisy
