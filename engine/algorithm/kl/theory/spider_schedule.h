#pragma once

#include <vector>

#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// Which constants KL Spider runs with (Menart et al., Algorithm 1, with its indices repaired).
enum class SpiderMode {
  paper,            ///< as printed; costs more than rho where a record may be replaced
  paper_certified,  ///< the printed schedule, with the noise that costs rho
  accuracy_driven   ///< as many rounds as the budget allows, with the least constants of the proof
};

/// What a file or a question that says nothing of them gets.
inline constexpr double kUsualErrorFraction = 1.0 / 8.0;
inline constexpr double kUsualStepFraction = 1.0 / 4.0;
inline constexpr Index kUsualSpiderSteps = 10'000'000;
/// The most that a cap may be raised to.
inline constexpr Index kMostSpiderSteps = 1'000'000'000;

/// One round: a fresh noisy gradient, then steps of one length, each but the last followed by a
/// noisy difference of gradients. It ends after `steps` steps, or as soon as the estimate's norm is
/// below `threshold`, which proves the target.
struct SpiderRound {
  double target = 0.0;            ///< Phi_k: the gap at the round's end
  Index steps = 0;                ///< N_k >= 1
  double step_length = 0.0;       ///< s_k, a distance
  double threshold = 0.0;         ///< of the estimate's norm
  double fresh_noise = 0.0;       ///< standard deviation per coordinate
  double difference_noise = 0.0;  ///< standard deviation per coordinate; 0 where steps = 1
  double cost = 0.0;              ///< zCDP of the fresh gradient and all steps - 1 differences
};

/// What KL Spider will do, known before it starts.
struct SpiderSchedule {
  SpiderMode mode = SpiderMode::accuracy_driven;
  double contraction = 0.0;  ///< c, the factor between two targets
  /// Empty when there is nothing to do: the start is returned and nothing is spent.
  std::vector<SpiderRound> rounds;
  double start_gap = 0.0;  ///< F_0, at most (gamma L_0)^kappa
  double true_cost = 0.0;  ///< zCDP of all rounds
  /// Of the printed loop, which releases floor(T_k) + 1 differences in a round; modes of the paper.
  double literal_cost = 0.0;
  double radius = 0.0;        ///< sum of N_k s_k: no iterate is farther from the start
  double paper_radius = 0.0;  ///< the paper's formula for it, which whole N_k and K may pass
  /// Modes of the paper: the gap that the theorem promises with probability 1 - beta; 0 in mode
  /// accuracy_driven, which promises the last round's target.
  double floor = 0.0;
  /// Of one release's noise being larger than the proof allows.
  double event_failure_probability = 0.0;
  double chi_radius = 0.0;   ///< q, that noise's norm in standard deviations; accuracy_driven
  double need = 0.0;         ///< the least zCDP that these rounds ask for; accuracy_driven
  bool is_vacuous = false;   ///< nothing better than start_gap is promised, which is not 0
  bool was_clamped = false;  ///< the given gap was more than (gamma L_0)^kappa
  Index total_steps = 0;     ///< sum of N_k: the most gradients over all records
};

/// The schedule of KL Spider.
///
/// Modes of the paper take the larger smoothness constant for both, since the paper has one. Its
/// proof uses half of the error that it allows an estimate, so the floor also holds for the noise
/// of paper_certified, which is at most sqrt(2.125) = 1.46 times the printed one.
///
/// A start with F_0 = 0 is optimal: it is returned, and nothing is spent.
///
/// @param error_fraction  e in (0, 1/2), of mode accuracy_driven: an estimate may be wrong by e G,
///                        G = Phi_k^(1/kappa) / gamma
/// @param step_fraction   s in (0, 2 (1 - 2 e)), of the same: steps are s G / L_1 long
/// @param most_steps      cap on the total number of steps
/// @error invalid-value at "problem.constants.klExponent" unless 1 <= kappa <= 2, at
///        "problem.constants.smoothness" unless both L_1 are positive and finite, at
///        "errorFraction" or "stepFraction", or as check_kl_setting; limit-exceeded at
///        "maxTotalSteps", and at "problem.constants.klConstant" for more than a million rounds
Result<SpiderSchedule> spider_schedule(const KlSetting& setting, SpiderMode mode,
                                       double error_fraction = kUsualErrorFraction,
                                       double step_fraction = kUsualStepFraction,
                                       Index most_steps = kUsualSpiderSteps);

}  // namespace noisy
