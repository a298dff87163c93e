#pragma once

#include "engine/privacy/form/solution.h"

namespace noisy {

/// Where descent ends whose gradients all got noise, and whose path nobody sees:
///
/// x_t = prox(eta, x_{t-1} - eta (grad F(x_{t-1}) + grad r(x_{t-1}) + N(0, sigma^2 I)))
///
/// Nothing is added at the end. It costs K (S / (n sigma))^2 / 2 in rho, where T gradients that are
/// released would cost T times as much as one (counted_steps).
const ReleaseForm* last_iterate_form();

/// x_T, sigma being the release's scale. A private oracle refuses losses that are not convex, and a
/// descent whose noise is of another scale or drawn before some other release.
SolutionRequest last_iterate_of(const HiddenDescent& descent, const Release& release);

}  // namespace noisy
