#pragma once

#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/privacy/notion.h"
#include "engine/random/stream.h"

namespace noisy {

/// A batch mean gradient as an integer query: every coordinate is rounded to the nearest multiple
/// of the grid gamma and kept within 2^62 multiples.
///
/// When one record of the batch is exchanged, the integers move by at most
///
///     D_1 = S_1 (r / m + w) / gamma + d           in L1
///     D_2 = S_2 (r / m + w) / gamma + sqrt(d)     in L2
///
/// - S / m is what the exact mean of exact record gradients moves by.
/// - r = 1 + (d + 128) 2^-52: a record's computed gradient, its margin u'x included, may be longer
///   than its bound by so much. It is a function of the record and the point alone.
/// - w S / 2 on either side: rounding within the mean, which is the only place where records meet
///   (FiniteSum::summation_error).
/// - Rounding to the grid moves either side by at most 1/2 per coordinate. Keeping the integer in a
///   range moves two of them no further apart. NaN, which no record within its bounds can cause,
///   has a fixed image.
///
/// Where a record of all n is zeroed out, D_2 has L_0 >= S_2 / 2, the longest gradient of one
/// record, for S_2: the exact mean of computed record gradients moves by at most L_0 r / n, and
/// only the data set that is there is computed. What it is compared with, the same mean but for
/// that record, is nothing that is ever asked for: it is taken to be exact before it is rounded to
/// the grid, so that rounding within the mean comes in once, with w S_2 / 2 <= w L_0.
///
/// Everything is rounded up.
struct GridQuery {
  Index dimension = 0;         ///< d
  Index batch_size = 0;        ///< m
  double summation_error = 0;  ///< w
  double grid = 0;             ///< gamma, in units of the mean gradient

  /// D_1 for S_1, the sensitivity of the sum of record gradients.
  double l1(double sensitivity) const;
  /// D_2 for S_2.
  double l2(double sensitivity) const;
};

/// @param summation_error  w
/// @error unbounded-sensitivity at "run.randomness.release" where nothing bounds it
Result<void> check_rounding_bound(double summation_error);

/// The grid for noise of about this scale: the finest power of two that leaves the scale at most
/// 2^39 multiples of it and one record's gradient at most 2^60 multiples. Both arguments are
/// public, so the grid is.
///
/// The noise grows by d gamma m / S, at most d 2^-38 / epsilon_0 for Laplace noise, and by w m.
///
/// @param scale        of the floating release that the hardened one replaces, > 0
/// @param sensitivity  S, > 0
double choose_grid(double scale, double sensitivity);

/// The least whole multiple of the grid that is at least so many of its steps.
///
/// @error invalid-budget   if that is more than 2^40 multiples
/// @error unbounded-sensitivity if the grid is no power of two, or the steps are not finite
Result<double> hardened_scale(double grid, double steps);

/// Scale of discrete Laplace noise that makes the query base_epsilon-DP: the least multiple t gamma
/// with D_1 / t <= base_epsilon.
///
/// @error unbounded-sensitivity when D_1 is not finite; invalid-budget when the noise would exceed
///        2^40 multiples of the grid
Result<double> hardened_laplace_scale(const GridQuery& query, double l1_sensitivity,
                                      double base_epsilon);

/// Standard deviation parameter of discrete Gaussian noise that makes the query rho-zCDP: the least
/// multiple sigma gamma with D_2^2 / (2 sigma^2) <= rho (Canonne, Kamath, Steinke 2020, Thm 14).
///
/// @error as hardened_laplace_scale
Result<double> hardened_gaussian_scale(const GridQuery& query, double l2_sensitivity, double rho);

/// What discrete noise of this scale costs, rounded up: D_1 / t, and D_2^2 / (2 sigma^2). Infinity
/// when the grid is no power of two or the scale no whole multiple of it between 1 and 2^40.
double hardened_laplace_epsilon(const GridQuery& query, double l1_sensitivity, double scale);
double hardened_gaussian_rho(const GridQuery& query, double l2_sensitivity, double scale);

/// The nearest multiple of the grid to the exact product, kept within 2^52 multiples, so that it is
/// a double: rounding it to the grid once more changes nothing. NaN stays NaN.
///
/// Rounding the product first would move it by up to 2^-53 of its size, which is no part of D_2.
double product_on_grid(double factor, double value, double grid);

/// Rounds every coordinate to the grid, adds fresh discrete noise to each, and goes back to
/// doubles, which reads no data any more.
///
/// @param scale  a multiple of the grid, as above
void add_discrete_noise(Stream& stream, Mechanism mechanism, double scale, double grid,
                        Vector& gradient);

}  // namespace noisy
