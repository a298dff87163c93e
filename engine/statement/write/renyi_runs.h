#pragma once

#include <vector>

#include "engine/privacy/accountant/renyi.h"
#include "engine/privacy/release/release.h"

namespace noisy {

/// Equal releases with Gaussian noise on drawn batches, or equal choices by the exponential
/// mechanism, which their plan counts in Renyi divergence at one order.
struct RenyiReleases {
  Release release;
  Index samples = 0;       ///< n
  double sensitivity = 0;  ///< ReleaseForm::sum_sensitivity
  double order = 0;        ///< alpha*, the plan's
  double count = 0;

  /// Divergence of all of them at any order; infinite when nothing is proven.
  double at(double order) const;
};

/// The least epsilon at a delta of these releases and of zCDP ones together, at the best order that
/// was found: their Renyi divergences add up, alpha rho being that of rho-zCDP. The plans' own
/// orders are always tried.
///
/// @param rho    of the zCDP releases, pure ones counting epsilon^2 / 2
/// @param delta  in (0, 1)
RenyiBound together(const std::vector<RenyiReleases>& releases, double rho, double delta);

}  // namespace noisy
