#pragma once

#include "engine/math/vector.h"
#include "engine/privacy/cost.h"
#include "engine/privacy/release/release_form.h"

namespace noisy {

/// Records that a release reads, by their public positions: `count` from `first` on, or all where
/// the count is 0. A neighbouring data set exchanges one record in its place, so that it changes
/// what is computed from the blocks that hold the place, and from no other.
struct RecordBlock {
  Index first = 0;
  Index count = 0;

  bool is_whole() const { return count == 0; }
  bool holds(Index record) const {
    return is_whole() || (first <= record && record < first + count);
  }
  bool operator==(const RecordBlock&) const = default;
};

/// The rule of one noisy release. Everything in it is public and fixed before it is made.
///
/// Of most kinds the oracle draws a batch, averages its record gradients and adds independent noise
/// of the stated scale to every coordinate.
struct Release {
  const ReleaseForm* form = gradient_form();
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
  ReleaseDetails details{};
  RecordBlock block = {};  ///< the records that are read

  bool is_hardened() const { return grid != 0; }
  bool operator==(const Release&) const = default;
};

/// Whether two releases cost the same because they are noised alike.
bool same_noise(const Release& a, const Release& b);

}  // namespace noisy
