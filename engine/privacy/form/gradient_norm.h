#pragma once

#include "engine/privacy/form/full_gradient.h"
#include "engine/privacy/release/hardened.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// ||grad F(x)||_2 of a hidden gradient, one number; with a smooth regularizer that of the whole
/// objective.
const ReleaseForm* gradient_norm_form();

/// The details of such a release.
///
/// @param radius  at points within it; 0: in the whole domain
ReleaseDetails details_of_norm(double radius);

using GradientNormRequest = FullGradientRequest;

/// A Vector of one number, ||grad F(x)|| + noise, which may be negative.
///
/// One of n records moves it by at most what it moves the gradient, | ||g|| - ||g'|| | <=
/// ||g - g'|| <= S / n with S = gradient_move: (S / (n sigma))^2 / 2 in rho, whatever d is. The
/// regularizer's gradient r is on both sides of that: | ||g + r|| - ||g' + r|| | <= ||g - g'||.
GradientNormRequest gradient_norm_of(const HiddenGradient& gradient, const Release& release);

/// Hardened lengths are kept below so many gradient_moves, which bounds their rounding.
inline constexpr double kLongestHardenedNorm = 16;

/// A hardened norm as an integer query of one number: for calibration, with the S_2 of
/// FiniteSum::gradient_bounds().
///
/// @param of_gradient  the query of the gradient itself, on the norm's grid
///
/// The computed mean g of record gradients moves by at most S_2 (r / n + w) (GridQuery), and so
/// does ||g + v|| with the regularizer's gradient v. Its computed length is that but for a factor
/// within 1 +- (d + 8) 2^-53: the rounding of d sums and squares, of their sum and of the root.
/// Kept below 16 S_2, which moves no two lengths apart, it is off by at most 16 S_2 (d + 8) 2^-53
/// on either side. The integer query's own r, which is for one coordinate, is put up to d. Rounding
/// to the grid moves one number by 1/2 on either side.
///
/// Where a record is zeroed out all of it holds with L_0 for S_2, also for where lengths are cut:
/// then one side alone is computed (GridQuery).
GridQuery norm_query(const GridQuery& of_gradient);

}  // namespace noisy
