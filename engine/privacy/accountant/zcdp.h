#pragma once

#include "engine/math/error.h"

namespace noisy {

/// How rho-zCDP is turned into (epsilon, delta)-DP.
enum class ZcdpConversion {
  standard,  ///< eps = rho + 2 sqrt(rho ln(1/delta))      (Bun and Steinke 2016, Prop. 1.3)
  optimal,   ///< the least over real orders     (Canonne, Kamath, Steinke 2020, Corollary 13)
  gaussian   ///< exact for Gaussian noise only: mu = sqrt(2 rho) (Balle and Wang 2018)
};

/// The least epsilon >= 0 that the conversion gives, rounded up by a few ulps.
///
/// optimal: min over alpha > 1 of alpha rho + ln(1 - 1/alpha) - ln(delta alpha) / (alpha - 1); its
/// derivative vanishes where rho (alpha - 1)^2 = -ln(delta alpha), which has one root.
///
/// @param rho    >= 0; infinity gives infinity
/// @param delta  in [0, 1]; 0 gives infinity unless rho = 0, 1 gives 0
double zcdp_epsilon(double rho, double delta, ZcdpConversion conversion);

/// The least delta that the conversion gives, rounded up by a few ulps.
///
/// standard: e^{-(eps - rho)^2 / (4 rho)} for eps > rho, else 1. optimal: min over alpha > 1 of
/// e^{(alpha - 1)(alpha rho - eps)} (1 - 1/alpha)^alpha / (alpha - 1), whose derivative vanishes at
/// the one root of (2 alpha - 1) rho - eps + ln(1 - 1/alpha).
///
/// @param epsilon  >= 0
double zcdp_delta(double rho, double epsilon, ZcdpConversion conversion);

/// The largest rho with zcdp_epsilon(rho, delta) <= epsilon, within 1e-14 relative, never above.
///
/// @param epsilon  > 0
/// @param delta    in (0, 1)
double zcdp_rho(double epsilon, double delta, ZcdpConversion conversion);

}  // namespace noisy
