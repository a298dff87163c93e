#pragma once

#include "engine/privacy/accountant/releases.h"
#include "engine/privacy/release/release_cost.h"
#include "engine/privacy/release/release_form.h"

namespace noisy {

/// What a kind of release is besides of which more is known than Renyi divergences: a bound on the
/// hockey-stick divergence of equal releases together. That is (epsilon, delta) itself, so that no
/// conversion loses anything.
class HockeyStickAccount {
 public:
  virtual ~HockeyStickAccount() = default;

  /// The least epsilon proven at a delta, rounded up.
  ///
  /// @param samples      n
  /// @param sensitivity  ReleaseForm::sum_sensitivity
  /// @param count        releases, each at a point that may follow from the answers before it
  /// @param delta        in (0, 1)
  /// @return kUnproven where nothing is
  virtual double epsilon(const Release& release, Index samples, double sensitivity, double count,
                         double delta) const = 0;
};

/// That epsilon; kUnproven for a kind without such an account.
inline double hockey_stick_epsilon(const Release& release, Index samples, double sensitivity,
                                   double count, double delta) {
  const auto* account = dynamic_cast<const HockeyStickAccount*>(release.form);
  return account ? account->epsilon(release, samples, sensitivity, count, delta) : kUnproven;
}

/// Of drawn batches with Gaussian noise: Poisson ones where a record is zeroed out, those of a
/// fixed size where one is replaced.
///
/// @param move  how far one record in the batch moves the released vector in L2
inline double drawn_batches_epsilon(const Release& release, Index samples, double move,
                                    BatchSampling sampling, double count, double delta) {
  const bool is_by_chance = sampling == BatchSampling::poisson;
  return drawn_batches_epsilon(
      {.noise_multiplier = release.noise_scale / move,
       .steps = count,
       .sampling_rate = static_cast<double>(release.batch_size) / static_cast<double>(samples),
       .sampling = sampling,
       .neighbours = is_by_chance ? Neighbours::zero_out : Neighbours::replace_one},
      delta);
}

}  // namespace noisy
