#pragma once

#include <utility>

#include "engine/algorithm/minimax/theory/solution_phases.h"

namespace noisy {

/// Bounds on the expected excess risk of what is released (of saddle points: on its side of the
/// weak duality gap), for any schedule, noise and mu (bring-your-own-minimax, 2.2 and 2.4):
///
///     L sqrt(E_K) + sum_{k>=2} (mu_k / 2) E_{k-1} + sum_k C_k + (mu_1 / 2) D^2
///
/// with E_k = d sigma_k^2 + (released part's certified L2 distance)^2, C_k = 2 L^2 / (mu_k n_k) of
/// a minimization. Of a saddle point C_k = 2 sqrt(2) L^2 / (n_k min(weights)) + (for k < K)
/// L sqrt(weight_{k+1} / other weight) Delta_k: how far the other part's best response of the next
/// phase follows what one record moves in this one, Delta_k the sensitivity. Algorithms 4 and 5 add
/// (mu / 2) D_other^2 for the regularizer of the part that is not released.
class PhasedBound {
 public:
  /// @param setting  of a phased method
  /// @error unsupported-option at "method" unless phased; invalid-value at "domainRadius" unless
  ///        what is read of the radii is positive and finite; or as SolutionPhases::create
  static Result<PhasedBound> create(const SolutionSetting& setting);

  /// @param base_regularization  mu > 0
  double at(double base_regularization) const;

  /// The mu for which the bound is least. Where all weights are multiples of mu the bound is
  /// A / mu + C mu, hence mu = sqrt(A / C); with a fixed modulus (C-SC, SC-C) it is searched for.
  double best_regularization() const;

 private:
  struct Terms {
    double falling, rising;  ///< in mu
  };
  PhasedBound(SolutionPhases phases, double start) : phases_(std::move(phases)), start_(start) {}
  Terms terms(double base_regularization) const;

  SolutionPhases phases_;  ///< of a setting that releases x
  double start_;           ///< L / (D sqrt(n)), a mu of the right order
};

}  // namespace noisy
