#pragma once

#include "engine/algorithm/kl/theory/adaptive_setting.h"

namespace noisy {

/// Where the KL condition holds, and how far above its minimum the run starts.
struct AdaptiveRisk {
  double kappa = 0.0;        ///< in [1, 2]
  double gamma = 0.0;        ///< > 0
  double initial_gap = 0.0;  ///< F_0 > 0
};

/// What ends a run in mode filter with r = 1/2, and the gap that it leaves with probability
/// 1 - beta; of the four the largest is the guarantee (Theorem 4, with units that agree).
///
/// Proof. While |g|^2 >= 2 nu^2 each step has Phi_{t+1} <= Phi_t - Phi_t^(2/kappa) / (16 gamma^2
/// L_1) and N_t >= (1 - 1/sqrt(2)) |g|. Then sum_t Phi_t^(-2/kappa) is at most 22 gamma^2 L_1
/// (kappa/(4-kappa)) Phi_T^(-(4-kappa)/kappa), an integral and its last term, and gradients have
/// not spent half of the main budget while 2 D_0^2 q^2 sum N_t^-2 <= main_budget / 2.
struct AdaptiveBound {
  double norm_noise = 0.0;  ///< (a) (sqrt(2) gamma nu)^kappa + nu^2 / (8 L_1)
  /// (b) (1026 (kappa/(4-kappa)) gamma^4 L_1 D_0^2 q^2 / main_budget)^(kappa/(4-kappa))
  double gradient_budget = 0.0;
  /// (c) (gamma (2 q sigma_floor + nu))^kappa; with the final step (q sigma_floor)^2 / (6 L_1) more
  double noise_floor = 0.0;
  /// (d) F_0 (1 - 1/(16 gamma^2 L_1))^m for kappa = 2, else (16 gamma^2 L_1 kappa /
  /// ((2-kappa) m))^(kappa/(2-kappa)); m/2 without a cap, where norms share the budget
  double query_cap = 0.0;

  double gap() const;  ///< the largest
};

/// @error invalid-value at "problem.constants.klExponent" unless 1 <= kappa <= 2, at
///        "problem.constants.klConstant", at "problem.constants.initialGap"; unsupported-option at
///        "mode" unless filter, at "relativeNoise" unless 1/2; or as adaptive_setting
Result<AdaptiveBound> adaptive_bound(const AdaptiveFacts& facts, const AdaptiveChoices& choices,
                                     const AdaptiveRisk& risk);

/// Theorem 4 as the paper has it, without its constant, for display: its units do not agree.
///
/// (gamma L_0 sqrt(d ell p) / (n sqrt(rho)))^(2 kappa/(4-kappa)) + (max(gamma^2, 1) L_0^2 ell /
/// (min(L_1, 1) n sqrt(rho)))^(kappa/2) + (p / (n sqrt(rho)))^(kappa/(2-kappa)), the last only for
/// kappa < 2; p = (1 + 8 gamma^2 L_1) (ln F_0 + (2 kappa/(4-kappa)) ln(n sqrt(rho) / (gamma L_0)))
///
/// Infinity where p or ell is not positive.
double paper_adaptive_rate(const AdaptiveFacts& facts, const AdaptiveRisk& risk);

// ---- without the KL condition (Theorem 5) -------------------------------------------------------

/// The least gradient's norm among w_0..w_T of a run in mode filter with r = 1/2 that made T steps:
/// sqrt(8 L_1 F_0 / max(T, 1) + nu^2), with probability 1 - beta.
double stationarity_bound(const AdaptiveSetting& setting, double initial_gap, Index steps);

/// How an iterate is selected by its gradient's norm a_t: with probability proportional to
/// exp(-coefficient a_t).
struct IterateSelection {
  double coefficient = 0.0;
  double cost = 0.0;  ///< zCDP: (2 coefficient D_0)^2 / 8, by its bounded range

  /// With probability 1 - p the selected norm exceeds the least by at most ln((T + 1)/p) /
  /// coefficient.
  double excess(Index steps, double failure_probability) const;
};

/// The paper's coefficient n sqrt(rho) / (2 L_0): rho / 2 more where a record is replaced.
IterateSelection paper_selection(const AdaptiveFacts& facts);

/// The coefficient that costs rho: sqrt(2 rho) / D_0.
IterateSelection selection_of_cost(double sensitivity, double rho);

/// Theorem 5 as the paper has it, without its constant, after T steps: min(sqrt(F_0 L_1 / T),
/// sqrt(L_0 sqrt(F_0 L_1 d) / (n sqrt(rho)))) + L_0 sqrt(ell) / (sqrt(n) rho^(1/4)).
double paper_stationarity_rate(const AdaptiveFacts& facts, double initial_gap, Index steps);

}  // namespace noisy
