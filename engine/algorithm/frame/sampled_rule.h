#pragma once

#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// What Gaussian noise on drawn batches asks of a request.
///
/// @error unsupported-notion unless (epsilon, delta); unsupported-mechanism unless Gaussian noise
///        or none is named; unsupported-option for hardened releases; unbounded-sensitivity
Result<void> check_sampled_request(const RiskFacts& facts, const PrivacyRequest& privacy);

/// Noise of equal releases, and the Renyi order at which they are counted.
struct SampledNoise {
  double scale = 0;
  double order = 0;
  double epsilon = 0;                   ///< proven at the request's delta
  bool is_for_target = false;           ///< searched for the request, so that epsilon is its own
  std::vector<std::string> warnings{};  ///< what a reader should know of it
};

/// Equal releases with Gaussian noise on batches that are drawn afresh each time, counted in Renyi
/// divergence, for the notion (epsilon, delta).
///
/// The plan fixes one order alpha*, at which every release costs the same divergence; costs at one
/// order add up whatever the earlier answers were, so the ledger can check them one by one. The
/// noise is the least that these divergences or privacy loss distributions prove
/// (HockeyStickAccount): a release of the same kind and batch that costs no more at alpha* has no
/// less noise, since divergences fall with it, so that the distributions bound what the ledger lets
/// pass.
/// Neighbours: replace-one for batches of a fixed size, zero-out for Poisson ones. Costs:
/// ReleaseForm::renyi.
class SampledRule final : public ScheduledRule {
 public:
  /// Gradients, calibrated by the accountant.
  ///
  /// @param releases  N
  /// @param work      where divergences that were computed are counted, or null
  /// @error unbounded-sensitivity, unsupported-notion, unsupported-mechanism, unsupported-option,
  ///        invalid-budget, invalid-value, no-certificate
  static Result<SampledRule> create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                    const ReleaseForm* form, Index batch_size, Index releases,
                                    math::Evaluations* work = nullptr);
  /// Releases with noise that was found elsewhere. The last digits of noise that is for the target
  /// are made up for.
  ///
  /// @param release  its kind, batch and details
  /// @error as check_sampled_request; no-certificate
  static Result<SampledRule> of_noise(const RiskFacts& facts, const PrivacyRequest& privacy,
                                      const Release& release, SampledNoise noise, Index releases);

  const Release& release() const { return release_; }
  Release at(Index) const override { return release_; }
  Index count() const override { return releases_; }
  /// Cost of all releases at the order.
  Cost cap() const override { return static_cast<double>(releases_) * release_.cost; }
  std::vector<PlannedReleases> planned() const override {
    return {{.first = release_, .last = release_, .count = releases_}};
  }
  /// The least epsilon at the request's delta, over several orders, of what costs so much; at most
  /// that of all releases.
  double spent(const Cost& cost) const override;

  /// The epsilon that is proven for all releases at the request's delta: what was requested, or the
  /// true cost of noise that was not calibrated to it.
  double epsilon() const { return epsilon_; }
  /// That epsilon, and why the noise is not certified for the request.
  void state(PrivacyClaim& claim) const override;
  /// What a reader should know of the calibration.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  Result<void> meet(const PrivacyRequest& privacy);
  void certify(const PrivacyRequest& privacy);
  double step_divergence(double order) const;
  void tabulate();

  Index samples_ = 0;
  Index releases_ = 0;
  double l2_sensitivity_ = 0;  ///< record_move
  double delta_ = 0;
  double epsilon_ = 0;
  double order_ = 0;
  Release release_;
  std::vector<std::string> reasons_;
  std::vector<std::string> warnings_;
  /// Divergences of one release at some orders, for the running total.
  std::vector<double> orders_;
  std::vector<double> divergences_;
};

}  // namespace noisy
