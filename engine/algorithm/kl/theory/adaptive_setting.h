#pragma once

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// How noisy gradient descent that adapts its noise (Menart et al., Algorithm 3) sets its noise and
/// counts its budget. It knows neither gamma nor kappa.
enum class AdaptiveMode {
  paper,            ///< printed noise and charges; costs more than rho where a record is replaced
  paper_certified,  ///< the same for a smaller rho, so that it costs rho at most
  filter            ///< every release is charged what it costs, before it is made
};

/// Which point is returned.
enum class AdaptiveOutput {
  last_certified,   ///< where the last gradient was asked: the theorem's point
  after_final_step  ///< one more step, for which half of the budget is kept
};

struct AdaptiveFacts {
  double lipschitz = 0.0;   ///< L_0 of every record's loss
  double smoothness = 0.0;  ///< L_1 of F
  double samples = 0.0;     ///< n
  Index dimension = 0;      ///< d
  double rho = 0.0;         ///< the zCDP budget
  double failure_probability = 0.0;
  double adjacency = 2.0;  ///< as KlSetting::adjacency
};

struct AdaptiveChoices {
  AdaptiveMode mode = AdaptiveMode::filter;
  AdaptiveOutput output = AdaptiveOutput::last_certified;
  double relative_noise = 0.5;  ///< r, of mode filter: noise is at most r times the gradient
  Index most_norm_queries = 0;  ///< m, of mode filter; 0: as many as sqrt(rho) / n each allow
};

/// The constants of a run. Step t asks for N_t = |grad F| + N(0, norm_noise^2), adds noise of
/// step_noise(N_t) per coordinate to grad F and moves by step_size.
struct AdaptiveSetting {
  AdaptiveMode mode = AdaptiveMode::filter;
  AdaptiveOutput output = AdaptiveOutput::last_certified;
  double step_size = 0.0;       ///< 1 / (2 L_1)
  double sensitivity = 0.0;     ///< D_0 = adjacency L_0 / n, of a mean gradient and of its norm
  double formula_rho = 0.0;     ///< what rho stands for in the printed formulas
  double norm_noise = 0.0;      ///< sigma_norm
  double norm_cost = 0.0;       ///< zCDP of one norm
  double norm_charge = 0.0;     ///< what is counted for it: sqrt(rho) / n in modes of the paper
  double noise_per_norm = 0.0;  ///< sigma_t / N_t above the floor
  double noise_floor = 0.0;     ///< the least sigma_t
  double main_budget = 0.0;     ///< of all charges: rho / 2 in modes of the paper, see 2.5
  double reserve = 0.0;         ///< for the final step of mode filter
  Index most_queries = 0;       ///< m; the printed loop stops after one more than it can pay
  double log_term = 0.0;        ///< ell = ln(n sqrt(rho) / beta); modes of the paper
  double chi_radius = 0.0;      ///< q, of any gradient's noise in all m steps; filter
  double norm_error = 0.0;      ///< nu: no norm is wrong by more, likely; filter
  double relative_noise = 0.0;  ///< r; 1 in modes of the paper
  /// zCDP of the whole run at most: rho except in mode paper.
  double true_cost = 0.0;
  /// Theorem 4 assumes L_0^2 ell <= sqrt(rho) L_1 n.
  bool has_assumption = true;

  /// sigma_t: larger of noise_per_norm N_t and the floor, which negative norms get too.
  double step_noise(double noisy_norm) const;
};

/// The constants of Algorithm 3.
///
/// paper: sigma_norm = L_0 / (sqrt(n) rho^(1/4)), sigma_t = max(N_t / sqrt(d ell), 2 L_0 / (n
/// sqrt(rho))). With replaced records a norm costs 2 sqrt(rho)/n, of which half is charged, and a
/// gradient twice its charge, rho/2 at the floor; charges before the last step add up to rho/2 at
/// most. So the run costs up to (adjacency^2/4) (1.5 rho + 2 sqrt(rho)/n).
/// paper_certified: the rho for which that is the budget.
/// filter: norms cost sqrt(rho)/n each, or half of the main budget over m; q = chi_radius(d,
/// beta/(2m)), nu = sqrt(2 ln(4m/beta)) sigma_norm, sigma_t = max(r N_t / q, D_0 / sqrt(rho)).
///
/// @error invalid-value at "data" unless n >= 1 and d >= 1, and in mode filter unless the budget
///        pays for one norm; at "problem.constants" unless L_0 and L_1 are positive and finite; at
///        "failureProbability"; at "relativeNoise" unless in (0, 1]; at "maxNormQueries" unless
///        >= 0; invalid-budget at "privacy.rho", also unless n sqrt(rho) exceeds the failure
///        probability
Result<AdaptiveSetting> adaptive_setting(const AdaptiveFacts& facts,
                                         const AdaptiveChoices& choices);

/// The rho_in for which the printed run costs at most rho:
/// (adjacency^2/4) (1.5 rho_in + 2 sqrt(rho_in)/n) = rho.
double certified_paper_rho(double rho, double samples, double adjacency);

}  // namespace noisy
