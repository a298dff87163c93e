#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// How T choices by the exponential mechanism are calibrated: all alike, of range epsilon_0
/// (selection_range), with Gumbel noise of scale 2 Delta / epsilon_0 on the scores.
///
/// | notion      | epsilon_0                                                                      |
/// |-------------|--------------------------------------------------------------------------------|
/// | pure        | epsilon / T: basic composition                                                 |
/// | zcdp        | sqrt(8 rho / T): a choice of range epsilon_0 is epsilon_0^2/8-zCDP             |
/// | approximate | the largest with T D_alpha(epsilon_0) and its conversion at most epsilon, for  |
/// |             | the best real order alpha, D_alpha being that of any bounded range             |
///
/// The last is never worse than conversion through zCDP, D_alpha <= alpha epsilon_0^2 / 8, nor than
/// basic composition, D_alpha <= epsilon_0; nor, in all cases that the tests try, than the optimal
/// composition of epsilon_0-DP releases, which knows nothing of the range. Its ledger counts
/// divergences of that order.
class SelectionRule final : public ScheduledRule {
 public:
  /// @param sensitivity  Delta, most that one record moves a score
  /// @param selections   T
  /// @error unbounded-sensitivity at "problem", unsupported-mechanism, invalid-budget,
  ///        unsupported-option at "privacy.calibration" or "run.randomness.release", no-certificate
  static Result<SelectionRule> create(const PrivacyRequest& privacy, double sensitivity,
                                      Index samples, Index selections);

  /// The same for all iterations; without noise for the notion none.
  const Release& release() const { return release_; }
  Release at(Index) const override { return release_; }
  Index count() const override { return selections_; }
  Cost cap() const override { return cap_; }
  std::vector<PlannedReleases> planned() const override {
    return {{.first = release_, .last = release_, .count = selections_}};
  }
  double spent(const Cost& cost) const override;
  void state(PrivacyClaim& claim) const override;

 private:
  Result<void> calibrate();
  Result<void> calibrate_by_renyi();

  PrivacyRequest privacy_;
  Index selections_ = 0;
  double range_ = 0;  ///< epsilon_0
  Cost cap_;
  Release release_;
};

}  // namespace noisy
