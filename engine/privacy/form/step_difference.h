#pragma once

#include "engine/privacy/form/full_gradient.h"

namespace noisy {

/// grad F(x) - grad F(x') of a hidden gradient at x and of where it stood before, x'.
const ReleaseForm* step_difference_form();

/// The details of such a release.
///
/// @param radius       of points; 0: the whole domain
/// @param step_length  s > 0, the most that ||x - x'||_2 may be
ReleaseDetails details_of_step(double radius, double step_length);

using StepDifferenceRequest = FullGradientRequest;

/// grad F(x) - grad F(x') + noise; then the difference of the smooth regularizer's gradients, which
/// read no data. Refused unless ||x - x'||_2 <= s (1 + 1e-12).
///
/// A record enters the mean of n differences with grad f(x; y) - grad f(x'; y), which is at most
/// L_1 s long for every record y. Two of them are at most 2 L_1 s apart, so that replacing a record
/// moves the mean by at most D = 2 L_1 s / n, and zeroing one out by L_1 s / n (difference_move):
/// (D / sigma)^2 / 2 in rho. Clipping gradients to a ball keeps it: projections onto convex sets
/// move no two points apart. There is no
/// hardened one: what is proven of rounding is in units of gradients, not of their differences.
StepDifferenceRequest step_difference_of(const HiddenGradient& gradient, const Release& release);

}  // namespace noisy
