#pragma once

#include <string>
#include <vector>

#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// F(w) - F* <= (gamma |grad F(w)|)^kappa.
struct KlCondition {
  double exponent = 0.0;  ///< kappa >= 1
  double constant = 0.0;  ///< gamma > 0
};

/// F(w) - F* >= (lambda dist(w, W*))^tau.
struct GrowthCondition {
  double constant = 0.0;  ///< lambda > 0
  double exponent = 0.0;  ///< tau >= 1
};

/// @error invalid-value at "problem.constants.klExponent" unless kappa >= 1 is finite, at
///        "problem.constants.klConstant" unless gamma is positive and finite
Result<KlCondition> kl_condition(double exponent, double constant);

// ---- the same condition in other words ---------------------------------------------------------

/// Polyak and Lojasiewicz, |grad F|^2 >= 2 mu (F - F*): (1/sqrt(2 mu), 2).
Result<KlCondition> kl_of_pl(double mu);

/// Lojasiewicz, |grad F| >= c (F - F*)^theta: (1/c, 1/theta). theta in (0, 1].
Result<KlCondition> kl_of_lojasiewicz(double constant, double theta);

/// F - F* <= g |grad F|^kappa, a constant without exponent: (g^(1/kappa), kappa).
Result<KlCondition> kl_of_plain_constant(double constant, double exponent);

/// mu of a condition with kappa = 2.
/// @error invalid-value at "problem.constants.klExponent" unless kappa = 2
Result<double> pl_of_kl(const KlCondition& condition);

/// What the condition implies for a smaller exponent where |grad F| <= lipschitz:
/// gamma' = (gamma^kappa L_0^(kappa-kappa'))^(1/kappa').
/// @error invalid-value at "problem.constants.klExponent" unless 1 <= exponent <= kappa
Result<KlCondition> weakened(const KlCondition& condition, double exponent, double lipschitz);

// ---- growth ------------------------------------------------------------------------------------

/// Lemma 7: KL implies ((kappa-1)/(gamma kappa), kappa/(kappa-1))-growth.
/// @error invalid-value at "problem.constants.klExponent" at kappa = 1, where tau is infinite
Result<GrowthCondition> growth_of_kl(const KlCondition& condition);

/// Lemma 6: a CONVEX function with (lambda, tau)-growth is (1/lambda, tau/(tau-1))-KL.
/// @error invalid-value at "growthExponent" unless tau > 1: sharp growth has every exponent, but
/// its
///        constant depends on the gap; at "growthConstant"
Result<KlCondition> kl_of_convex_growth(const GrowthCondition& growth);

/// Lemma 7: no point with this gap is farther from the minimizers than
/// (kappa/(kappa-1)) gamma gap^((kappa-1)/kappa); infinity at kappa = 1.
double kl_distance(const KlCondition& condition, double gap);

/// Sharp growth F - F* = L dist where the gap is at most F_0: (F_0^(1/kappa)/L, kappa) for any
/// kappa.
Result<KlCondition> kl_of_sharp(double slope, double initial_gap, double exponent);

// ---- consistency -------------------------------------------------------------------------------

/// One sentence for each way in which the setting contradicts itself: F_0 above (gamma L_0)^kappa,
/// and, where the smoothness L_1 of F is positive, F_0^((2-kappa)/kappa) above 2 gamma^2 L_1.
std::vector<std::string> kl_contradictions(const KlSetting& setting);

// ---- what no private method can beat ------------------------------------------------------------

/// Corollary 1: (gamma L_0 sqrt(d) / (n sqrt(rho)))^kappa for 1 < kappa <= 2, without constant and
/// logarithms: a line to compare slopes with.
double lower_bound_rate(const KlSetting& setting);

/// Theorem 8: (1/4) (1/(n epsilon))^kappa for kappa >= 2 and gamma = L_0 = 1, for every
/// (epsilon, delta)-DP method with epsilon <= ln 2 and delta <= (1 - e^-epsilon)/16.
/// @error invalid-value at "epsilon" or "delta" outside of that, at "problem.constants.klExponent"
///        unless kappa >= 2, at "data" unless n >= 1
Result<double> one_dimensional_lower_bound(double kappa, double samples, double epsilon,
                                           double delta);

}  // namespace noisy
