#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What a request allows to methods that count in zCDP.
struct KlBudget {
  double rho = 0;  ///< infinity for the notion none
  Worth worth;     ///< how what is spent reads in the figures of the request
};

/// @param of_floating  from (epsilon, delta) to zCDP: `optimal` holds for any mechanism, and under
///                    fully adaptive composition; `gaussian` for Gaussian releases of fixed number
///                    and scales, whose composition is one Gaussian mechanism unless they are
///                    hardened, which makes it `optimal`
/// @error invalid-budget; unsupported-mechanism; unsupported-option at "privacy.calibration"
Result<KlBudget> kl_budget(const PrivacyRequest& privacy, ZcdpConversion of_floating);

/// So much zCDP, for the neighbours of the request.
Cost kl_cost(const PrivacyRequest& privacy, double rho);

/// Printed noise costs less or more than the budget: only a request for it may have it.
///
/// @error unsupported-option at "privacy.calibration" unless that is `paper`
Result<void> check_printed(const PrivacyRequest& privacy);

/// Of methods whose releases are not all proven on grids.
///
/// @param unproven  what is not: "how far rounding moves differences of gradients"
/// @param instead   what else could be used: "the method noisy-gd"
/// @error unsupported-option at "run.randomness.release" for hardened releases
Result<void> check_floating(const PrivacyRequest& privacy, std::string_view unproven,
                            std::string_view instead);

}  // namespace noisy
