#pragma once

#include <optional>
#include <variant>

#include "engine/algorithm/frame/sampled_rule.h"
#include "engine/privacy/calibration/division.h"

namespace noisy {

/// How the releases of one plan are noised: from a step's share of the budget to its noise.
///
/// Pure DP: b_t = S_1 / (m epsilon_0,t), epsilon_0,t = ln(1 + (n/m)(e^{epsilon_t} - 1))
/// (Kuru et al., eq. 12-13, Thm A.3).
/// zCDP and (epsilon, delta): Gaussian with sigma_t = S_2 / (n sqrt(2 rho_t)), m = n, or Laplace
/// with epsilon_t = sqrt(2 rho_t) (derived).
/// (epsilon, delta) with Gaussian noise and m < n: equal releases counted in Renyi divergence
/// (SampledRule).
/// Calibration `paper` of (epsilon, delta): sigma^2 = c G^2 T ln(1/delta) / (n^2 epsilon^2), c
/// proven or stated (Wang, Ye and Xu, Theorems 5.3 and 6.1); its exact cost is what the plan
/// claims. Hardened: discrete noise of whole multiples of a grid that follows the step's scale,
/// with the sensitivity of the rounded mean (GridQuery) in the place of S / m. Discrete Gaussian
/// noise is converted to (epsilon, delta) as zCDP, in the optimal way, never by the continuous
/// one's exact formula.
///
/// Replace-one neighbours: the mean gradient of m records moves by at most S_1 / m in L1 and S_2 /
/// m in L2 when one record of the batch is exchanged. Zero-out neighbours, Gaussian noise on all n
/// records only: the mean moves by at most L_0 / n, the record's own gradient, so that every
/// formula above holds with L_0 for S_2 (record_move).
class ReleaseRule final : public ScheduledRule {
 public:
  /// @param segments   weights of the steps' noise in the error bound, all T of them
  /// @param work       where evaluations of costs are counted, or null
  /// @param form       how batches are drawn: as many records each time, or by chance
  /// @error unbounded-sensitivity, unsupported-mechanism, unsupported-option, invalid-budget;
  ///        unsupported-neighbours where nothing is proven of a record that is zeroed out
  static Result<ReleaseRule> create(const RiskFacts& facts, const PrivacyRequest& privacy,
                                    Division division, SensitivityRule sensitivity,
                                    Index batch_size, std::span<const WeightSegment> segments,
                                    math::Evaluations* work = nullptr,
                                    const ReleaseForm* form = gradient_form());

  /// Releases of another form, noised and charged like gradients of all records.
  void set_form(const ReleaseForm* form, const ReleaseDetails& details = {}) {
    form_ = form;
    details_ = details;
  }
  /// The run ends at a step that is drawn without data.
  void draw_length() { length_ = RunLength::drawn; }

  /// The release of iteration t in 1..T.
  Release at(Index iteration) const override;
  Index count() const override { return steps_; }
  Cost cap() const override { return cap_; }
  std::vector<PlannedReleases> planned() const override;
  RunLength length() const override { return length_; }
  double spent(const Cost& cost) const override;
  void state(PrivacyClaim& claim) const override;

  /// The budget that was asked for, in the ledger's unit; below the cap where the calibration is
  /// known to spend more.
  double requested() const { return requested_; }

  Mechanism mechanism() const { return mechanism_; }

  /// By how much the grid and the rounding of sums increase hardened noise, relative, in the step
  /// where they do so most; 0 for floating releases.
  double grid_loss() const { return grid_loss_; }

  /// Whether at() is the same for all iterations.
  bool is_uniform() const { return is_uniform_; }

  /// Variance of one coordinate's noise: 2 b^2 or sigma^2 (uniform sensitivity).
  static double variance(const Release& release);

  /// As BudgetDivision::is_extreme.
  bool is_extreme() const;

 private:
  Result<void> choose_mechanism();
  /// What is proven where a record is zeroed out.
  Result<void> check_neighbours() const;
  Result<void> check_calibration() const;
  /// The epsilon of (epsilon, delta) that is proven for all releases: the request's, or the exact
  /// cost of noise that a theorem's constant calibrates.
  double proven_epsilon() const;
  /// The same noise by Renyi accounting, at a small delta; pure only.
  std::optional<ApproximateClaim> reaccounted() const;
  bool calibrates_by_theorem() const;
  bool draws_gaussian_batches() const {
    return mechanism_ == Mechanism::gaussian && batch_size_ < samples_;
  }
  Result<void> account_batches(const RiskFacts& facts, Division division, math::Evaluations* work);
  /// Whether rho and (epsilon, delta) are converted by what holds for this noise, rather than by
  /// the standard bound for every mechanism.
  bool converts_tightly() const;
  Result<void> divide(Division division, std::span<const WeightSegment> segments);
  Result<double> requested_rho() const;
  /// The true cost of all steps where noise is not calibrated to the request.
  double total_pure_budget() const;
  struct Noise {
    double scale = 0;
    double grid = 0;
  };

  /// Tries the steps at the ends of segments, between which shares are monotone.
  Result<void> check_hardened(std::span<const WeightSegment> segments);
  double share_at(Index iteration) const;
  Result<Noise> noise_for(double share) const;
  Result<double> floating_scale(double share) const;
  Release release_at(Index iteration) const;
  Release laplace(double epsilon) const;
  Release gaussian(double rho) const;

  PrivacyRequest privacy_;
  Mechanism mechanism_ = Mechanism::none;
  SensitivityRule sensitivity_ = SensitivityRule::uniform;
  Index samples_ = 0;
  Index dimension_ = 0;
  Index batch_size_ = 0;
  Index steps_ = 0;
  bool is_uniform_ = false;
  double l1_sensitivity_ = 0;
  double l2_sensitivity_ = 0;   ///< record_move
  double summation_error_ = 0;  ///< w of the batch
  double grid_loss_ = 0;
  double requested_ = 0;
  Cost cap_;
  const ReleaseForm* form_ = gradient_form();
  ReleaseDetails details_{};
  RunLength length_ = RunLength::fixed;
  std::optional<SampledRule> sampled_;
  std::variant<std::monostate, BudgetDivision, RhoDivision> shares_;
};

}  // namespace noisy
