#pragma once

#include "engine/math/vector.h"
#include "engine/privacy/cost.h"

namespace noisy {

/// What is released, before the noise. B is a batch drawn for the release, a the anchor.
enum class ReleaseForm {
  gradient,          ///< grad F_B(x)
  variance_reduced,  ///< grad F_B(x) - grad F_B(a) + grad F(a)
  difference,        ///< grad F_B(x) - grad F_B(a)
  anchor,            ///< grad F(a)
  solution,          ///< where exact descent ended
  vertex,            ///< one of a set's vertices v, chosen by <v, grad F(x)>
  minimizer          ///< of the objective with a random linear term
};

/// What a release of the form minimizer rests on beside its noise (objective_perturbation.h).
struct PerturbedObjective {
  double strong_convexity = 0;  ///< mu, of the regularizer and the added term together
  double record_curvature = 0;  ///< L_1: bound on the largest eigenvalue of one record's Hessian
  double tolerance = 0;         ///< gamma: bound on the gradient where the minimization ended
  double solution_scale = 0;    ///< s: standard deviation of the noise on the solution

  bool operator==(const PerturbedObjective&) const = default;
};

/// The rule of one noisy gradient. Everything in it is public and fixed before the run.
///
/// The oracle draws a batch, averages its record gradients and adds independent noise of the
/// stated scale to every coordinate. A vertex is chosen by the exponential mechanism: independent
/// Gumbel noise of the stated scale is added to every vertex's score, and the best one is released.
struct Release {
  ReleaseForm form = ReleaseForm::gradient;
  Index batch_size = 0;  ///< m; equal to n means all records and no sampling
  Mechanism mechanism = Mechanism::none;
  SensitivityRule sensitivity = SensitivityRule::uniform;
  Cost cost = {};           ///< what the release is charged: epsilon_t, rho_t or a divergence
  double base_epsilon = 0;  ///< epsilon_0: the Laplace mechanism's budget on the batch,
                            ///< unamplified; of a choice the range of its privacy loss
  /// Laplace b_t or Gaussian standard deviation, in mean-gradient units; of the form minimizer that
  /// of the linear term; of a choice the Gumbel scale, in units of the scores.
  double noise_scale = 0;
  /// gamma, a power of two: the release is hardened, a multiple of gamma, and so is noise_scale;
  /// 0: the release is floating.
  double grid = 0;
  PerturbedObjective objective = {};  ///< of the form minimizer

  bool is_hardened() const { return grid != 0; }
  bool operator==(const Release&) const = default;
};

}  // namespace noisy
