#pragma once

#include <vector>

#include "engine/privacy/release/release.h"
#include "engine/statement/write/stated_entry.h"

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
  /// Epsilon of all of them by their hockey-stick divergence; kUnproven where none is known.
  double hockey_stick(double delta) const;
};

/// Adds them to equal ones of the list, or to its end.
void add(RenyiReleases releases, std::vector<RenyiReleases>& list);

/// The least epsilon at a delta of these releases and of zCDP ones together: at the best order that
/// was found, their Renyi divergences adding up, alpha rho being that of rho-zCDP, the plans' own
/// orders always being tried; or by hockey-stick divergence where all releases are equal ones that
/// have such an account (HockeyStickAccount) and nothing else was released.
///
/// @param rho    of the zCDP releases, pure ones counting epsilon^2 / 2
/// @param delta  in (0, 1)
StatedFigure together(const std::vector<RenyiReleases>& releases, double rho, double delta);

}  // namespace noisy
