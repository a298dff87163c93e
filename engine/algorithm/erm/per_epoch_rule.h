#pragma once

#include <string>
#include <vector>

#include "engine/algorithm/erm/svrg_parameters.h"

namespace noisy {

/// The releases of variance-reduced descent whose anchors are noised once per epoch, with Gaussian
/// noise and counted in Renyi divergence, for the notion (epsilon, delta): of each epoch the
/// gradient at its anchor, then its differences on drawn batches (PerEpochSchedule).
///
/// The plan fixes one order alpha*, at which every anchor costs the same divergence and every
/// difference another; costs at one order add up whatever the earlier answers were, so the ledger
/// can check them one by one. Neighbours: replace-one.
class PerEpochRule final : public ScheduledRule {
 public:
  /// @param anchor_weight  w: sigma_1^2 + w sigma_v^2 is made least
  /// @param work           where divergences that were computed are counted, or null
  /// @error unbounded-sensitivity, unsupported-notion, unsupported-mechanism, unsupported-option
  ///        (hardened releases, another calibration than the accountant's, batches of all records,
  ///        where the anchor cancels out of every step and is better not released), and as
  ///        calibrate_per_epoch
  static Result<PerEpochRule> create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                     const SvrgSetting& setting, Index batch_size,
                                     double anchor_weight, math::Evaluations* work = nullptr);

  const Release& anchor() const { return anchor_; }
  const Release& difference() const { return difference_; }
  /// Each epoch's first release is that of its anchor.
  Release at(Index number) const override;
  Index count() const override { return setting_.releases(); }
  /// Cost of all releases at the order.
  Cost cap() const override;
  std::vector<PlannedReleases> planned() const override;
  /// The least epsilon at the request's delta, over several orders, of the first releases, which
  /// cost so much.
  double spent(const Cost& cost) const override;
  /// What is proven for all releases at the request's delta: what was requested.
  void state(PrivacyClaim& claim) const override { claim.epsilon = epsilon_; }

 private:
  /// How many releases, from the first on, cost so much.
  Index releases_at(double cost) const;
  void tabulate(const RiskFacts& facts);

  SvrgSetting setting_;
  double delta_ = 0;
  double epsilon_ = 0;
  double order_ = 0;
  Release anchor_;
  Release difference_;
  /// Divergences of one release of each kind at some orders, for the running total.
  std::vector<double> orders_;
  std::vector<double> anchor_divergences_;
  std::vector<double> difference_divergences_;
};

}  // namespace noisy
