#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/algorithm/minimax/theory/solution_setting.h"

namespace noisy {

/// One noisy release of the certified solution of a block of records.
///
/// Two kinds of distance occur, which must not be mixed up: in the norm of
/// W = diag(lambda_x, lambda_y), which certificates bound, and in L2, which noise is measured in. A
/// minimization has W = lambda: its W-norm is sqrt(lambda) times L2.
struct SolutionPhase {
  RecordBlock block;
  double primal_weight = 0;  ///< lambda_x; lambda of a minimization
  double dual_weight = 0;    ///< lambda_y; 0 of a minimization

  /// tau in the norm of W: the certificate R of the solution may not exceed it,
  /// rho L / (m sqrt(min(lambda_x, lambda_y))).
  double weighted_distance = 0;
  double primal_distance = 0;  ///< what follows in L2 for x: tau / sqrt(lambda_x)
  double dual_distance = 0;    ///< likewise for y; 0 of a minimization

  /// How far one record moves what is released, tau counted twice: in L2, or in the norm of
  /// W where both parts are released.
  double sensitivity = 0;
  double noise = 0;         ///< standard deviation per coordinate, in the same units
  double primal_noise = 0;  ///< sigma_x of x itself; 0 where x is not released
  double dual_noise = 0;    ///< sigma_y

  /// The smaller of both weights: the modulus of the block's problem.
  double least_weight() const {
    return dual_weight > 0 ? std::min(primal_weight, dual_weight) : primal_weight;
  }
  double gaussian_parameter() const { return sensitivity / noise; }  ///< of Gaussian DP
  double rho() const {  ///< of zCDP: Delta^2 / (2 sigma^2), whatever calibrated the noise
    return 0.5 * gaussian_parameter() * gaussian_parameter();
  }
};

/// The phases of a method as functions of its base regularization mu (bring-your-own-minimax,
/// 2.1-2.5):
///
///     Algorithm 1  lambda = mu_x        4  (mu_k, mu)           C-SC  (mu_k, mu_y)
///               2  lambda = mu_k        5  (mu, mu_k)           SC-C  (mu_x, mu_k)
///               3  (mu_x, mu_y)
///
/// with mu_k = mu phase_growth(k). Phases read disjoint blocks, so that together they cost what the
/// dearest does; Algorithms 4 and 5 on the same records cost the sum.
class SolutionPhases {
 public:
  /// @error as check_solution_setting, solution_noise_multiplier and phase_blocks
  static Result<SolutionPhases> create(const SolutionSetting& setting);

  const SolutionSetting& setting() const { return setting_; }
  Index count() const { return static_cast<Index>(blocks_.size()); }

  /// @param base_regularization  mu > 0; not read by Algorithms 1 and 3
  std::vector<SolutionPhase> at(double base_regularization) const;

 private:
  SolutionPhases(SolutionSetting setting, std::vector<RecordBlock> blocks, double multiplier)
      : setting_(std::move(setting)), blocks_(std::move(blocks)), multiplier_(multiplier) {}

  SolutionSetting setting_;
  std::vector<RecordBlock> blocks_;
  double multiplier_;  ///< noise over sensitivity
};

/// All phases of a method.
///
/// @param base_regularization  mu; not read by Algorithms 1 and 3
/// @error invalid-value at "regularization" unless is_in_range(mu), or as SolutionPhases::create
Result<std::vector<SolutionPhase>> solution_phases(const SolutionSetting& setting,
                                                   double base_regularization = 0);

}  // namespace noisy
