#pragma once

#include "engine/privacy/form/full_gradient.h"

namespace noisy {

/// grad F(x) of a hidden gradient: what the form `gradient` releases of all records, without a pass
/// of its own, and with a sensitivity that may rest on a region.
const ReleaseForm* fresh_gradient_form();

/// The details of such a release.
///
/// @param radius  at points within it; 0: in the whole domain
ReleaseDetails details_of_fresh(double radius);

using FreshGradientRequest = FullGradientRequest;

/// grad F(x) + noise, where the hidden gradient stands; then the smooth regularizer's gradient,
/// which reads no data.
///
/// One record moves the mean of n gradients by at most S / n, S being what gradient_move allows
/// within the radius: (S / (n sigma))^2 / 2 in rho.
FreshGradientRequest fresh_gradient_of(const HiddenGradient& gradient, const Release& release);

}  // namespace noisy
