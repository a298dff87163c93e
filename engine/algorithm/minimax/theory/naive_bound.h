#pragma once

#include "engine/algorithm/minimax/theory/solution_setting.h"

namespace noisy {

/// The bound of naive output perturbation: Algorithm 1 on all records with (mu/2) |x - x_0|^2,
///
///     L (sqrt(d) sigma + tau) + 2 L^2 / (mu n) + (mu / 2) D^2
///
/// (bring-your-own-minimax, 2.9 B1 and 10.2; the square of sigma that smooth losses would allow is
/// wrong once outputs are projected): A / mu + C mu, least at mu = sqrt(A / C).
class NaiveBound {
 public:
  /// @param setting  of Algorithm 2: what it is compared with
  /// @error as PhasedBound::create
  static Result<NaiveBound> create(const SolutionSetting& setting);

  /// @param own  a modulus that the objective has without mu, which errs nothing
  double at(double regularization, double own = 0) const {
    return falling_ / (own + regularization) + rising_ * regularization;
  }
  /// The mu for which the bound is least: 0 where the own modulus is enough.
  double best_regularization(double own = 0) const;

 private:
  NaiveBound(double falling, double rising) : falling_(falling), rising_(rising) {}
  double falling_, rising_;
};

}  // namespace noisy
