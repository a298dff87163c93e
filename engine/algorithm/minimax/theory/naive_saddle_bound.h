#pragma once

#include <utility>

#include "engine/algorithm/minimax/theory/solution_setting.h"

namespace noisy {

/// Which side of the weak gap of (x~, y~) over the population is bounded.
enum class GapSide {
  primal,  ///< max_y E F(x~, y) - F(x*, y*)
  dual,    ///< F(x*, y*) - min_x E F(x, y~)
  both     ///< max_y E F(x~, y) - min_x E F(x, y~), their sum
};

/// The bound of naive output perturbation of a saddle point: Algorithm 3 on all records with
/// (a/2) ||x||^2 - (b/2) ||y||^2 added,
///
///     L sum (sqrt(d) sigma + tau / sqrt(lambda)) + L sqrt(1/lambda_x + 1/lambda_y) Delta
///       + (a/2) D_x^2 + (b/2) D_y^2,      Delta = 2 L / (n sqrt(min(lambda_x, lambda_y)))
///
/// the sum over the parts whose side is counted, lambda their moduli with what is added (derived):
/// noise and tau move F(x~, .) by L times their length each; one record moves the exact saddle
/// point by Delta in the norm of W, hence ||x|| + ||y|| by at most sqrt(1/lambda_x + 1/lambda_y)
/// times that, which is what its weak gap generalizes by; there the regularized gap is at most 0,
/// and the regularizers are worth no more than the last two terms. Either side alone is at most the
/// whole, of which the other part's noise is no cause.
class NaiveSaddleBound {
 public:
  /// What is added to the moduli: a and b.
  struct Added {
    double primal = 0, dual = 0;
  };

  /// @param setting  of any method for saddle points; its moduli are what the problem has
  /// @error invalid-value at "domainRadius" unless both radii are positive and finite; or as
  ///        SolutionPhases::create
  static Result<NaiveSaddleBound> create(const SolutionSetting& setting, GapSide side);

  /// @param added  each not negative, both moduli positive with it
  double at(const Added& added) const;

  /// What the bound is least with if one number is added to all moduli that are 0, and none to the
  /// others.
  Added best_regularization() const;

 private:
  NaiveSaddleBound(SolutionSetting setting, GapSide side)
      : setting_(std::move(setting)), side_(side) {}
  Added added(double regularization) const;

  SolutionSetting setting_;
  GapSide side_;
};

}  // namespace noisy
