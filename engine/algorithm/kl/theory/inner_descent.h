#pragma once

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// Algorithm 4 of Menart et al.: noisy gradient descent for G(w) = F(w) + Lambda |w - w_0|^2 in the
/// ball of radius L_0 / (2 Lambda) around w_0, with T - 1 noisy gradients. Of the iterates
/// w_1..w_T the average with the weights t is returned.

/// eta_t, the step after iterate t.
enum class InnerStepRule {
  paper,         ///< 1 / (Lambda t), as printed
  linear_weight  ///< 2 / (Lambda (t + 1)), which the average with the weights t is made for
};

enum class InnerNoise {
  paper,  ///< sigma^2 = 4 L_0^2 T / (n^2 rho), as printed
  exact   ///< what costs rho: adjacency^2 L_0^2 (T - 1) / (2 n^2 rho)
};

/// T.
enum class InnerLength {
  paper,      ///< ceil(n^2 rho ln(2 / beta)^2 / d), as printed
  sufficient  ///< ceil(n^2 rho / d): no later one has a better bound by more than a constant
};

/// What Algorithm 4 is run with.
struct InnerChoices {
  InnerStepRule step_rule = InnerStepRule::linear_weight;
  InnerNoise noise = InnerNoise::exact;
  InnerLength length = InnerLength::sufficient;
  Index most_iterations = 10'000'000;  ///< cap on T, >= 2

  static InnerChoices printed() {
    return {InnerStepRule::paper, InnerNoise::paper, InnerLength::paper};
  }
};

struct InnerSetting {
  double lipschitz = 0.0;  ///< L_0 of every record's loss
  double samples = 0.0;    ///< n
  Index dimension = 0;     ///< d
  double rho = 0.0;        ///< zCDP budget of all its releases
  double failure_probability = 0.0;
  double adjacency = 2.0;  ///< as KlSetting::adjacency
};

struct InnerDescent {
  Index iterations = 0;     ///< T >= 2; T - 1 gradients over all records
  bool was_capped = false;  ///< T would be more
  double noise = 0.0;       ///< sigma per coordinate of a mean gradient
  double cost = 0.0;        ///< zCDP of T - 1 releases
  /// Bounds on G(output) - min G in units of L_0^2 / Lambda, valid for the T above: with
  /// probability 1 - beta, and in expectation. Infinity where none is proven.
  double likely_gap = 0.0;
  double expected_gap = 0.0;
};

/// T, sigma and what they promise.
///
/// likely_gap, linear_weight: 32/(T + 1) + V ((sqrt(d) + sqrt(2 x/T))^2 + x), x = ln(2/beta),
/// with V = 4 adjacency^2 / (n^2 rho) for exact and 32 / (n^2 rho) for the paper's noise, which is
/// at least 8 sigma^2 / (L_0^2 (T + 1)).
///
/// Proof, mu = Lambda: the steps give sum t (G_t - G*) <= sum |g_t + xi_t|^2 / mu + sum Z_t with
/// Z_t = t <xi_t, w* - w_t>, of variance t^2 sigma^2 |w_t - w*|^2 <= t^2 sigma^2 (2/mu) (G_t - G*)
/// given the past; the supermartingale of lambda = mu / (2 sigma^2 T) gives sum Z_t <=
/// sum t (G_t - G*) / 2 + 2 sigma^2 T ln(2/beta) / mu. |g_t| <= 2 L_0, and sum |xi_t|^2 has a
/// chi-square tail.
///
/// expected_gap: a (4 L_0^2 + d sigma^2) / ((T + 1) L_0^2), a = 2 for linear_weight, 5 for the
/// paper's steps.
///
/// @error invalid-value at "data" unless n >= 1 and d >= 1, at "problem.constants" unless L_0 is
///        positive and finite, at "failureProbability", at "innerIterations" unless the cap is at
///        least 2; invalid-budget at "privacy.rho"
Result<InnerDescent> inner_descent(const InnerSetting& setting, const InnerChoices& choices);

/// eta_t for t >= 1.
double inner_step(InnerStepRule rule, double weight, Index iteration);

/// L_0 / (2 Lambda): the minimizer of F + Lambda |w - w_0|^2 is no farther from w_0.
double inner_radius(double lipschitz, double weight);

/// Theorem 9's d ln(n^2 ln(2/beta)^2 / (d beta)) / (n^2 rho), in units of L_0^2 / Lambda: a rate,
/// of which the theorem leaves the constant open.
double paper_inner_rate(const InnerSetting& setting);

}  // namespace noisy
