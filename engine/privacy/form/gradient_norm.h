#pragma once

#include <string_view>

#include "engine/privacy/form/full_gradient.h"
#include "engine/privacy/release/described_release.h"
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

/// How far one record moves a length in the mean, as a statement says it; of a hardened one what
/// rounding adds is in it, but for the grid (norm_query).
///
/// @param sensitivity  S
double norm_sensitivity(const DescribedRelease& release, double sensitivity);

/// What a statement adds to how that follows where lengths are hardened.
inline constexpr std::string_view kNormRoundingText =
    ", and S (d + 8) 2^-48 for the rounding of the length, which is kept below 16 S";

using GradientNormRequest = FullGradientRequest;

/// A Vector of one number, ||grad F(x)|| + noise, which may be negative.
///
/// One of n records moves it by at most what it moves the gradient, | ||g|| - ||g'|| | <=
/// ||g - g'|| <= S / n with S = gradient_move: (S / (n sigma))^2 / 2 in rho, whatever d is. The
/// regularizer's gradient r is on both sides of that: | ||g + r|| - ||g' + r|| | <= ||g - g'||.
GradientNormRequest gradient_norm_of(const HiddenGradient& gradient, const Release& release);

/// Hardened lengths are kept below so many gradient_moves, which bounds their rounding.
inline constexpr double kLongestHardenedNorm = 16;

/// The largest length that is released; infinity where it is not hardened.
double longest_norm(const Release& release, const FiniteSum& data, Neighbours neighbours);

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
