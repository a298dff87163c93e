#pragma once

#include "engine/math/vector.h"
#include "engine/privacy/notion.h"

namespace noisy {

/// What is released, before the noise. B is a batch drawn for the release, a the anchor.
enum class ReleaseForm {
  gradient,          ///< grad F_B(x)
  variance_reduced,  ///< grad F_B(x) - grad F_B(a) + grad F(a)
  difference,        ///< grad F_B(x) - grad F_B(a)
  anchor,            ///< grad F(a)
  solution,          ///< where exact descent ended
  vertex             ///< one of a set's vertices v, chosen by <v, grad F(x)>
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
  double cost =
      0;  ///< what the step is charged: epsilon_t (pure), rho_t (zCDP), or a Renyi divergence
  double base_epsilon = 0;  ///< epsilon_0: the Laplace mechanism's budget on the batch, unamplified;
                            ///< of a choice the range of its privacy loss
  double noise_scale = 0;   ///< Laplace b_t or Gaussian standard deviation, in mean-gradient units;
                            ///< of a choice the Gumbel scale, in units of the scores
  /// gamma, a power of two: the release is hardened, a multiple of gamma, and so is noise_scale;
  /// 0: the release is floating.
  double grid = 0;

  bool is_hardened() const { return grid != 0; }
};

}  // namespace noisy
