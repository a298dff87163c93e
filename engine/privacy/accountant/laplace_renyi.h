#pragma once

#include <span>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// Steps of a plan that cost the same pure-DP budget.
struct StepGroup {
  double epsilon = 0.0;  ///< epsilon_t of every step
  Index count = 1;
};

/// What is used of each step when a pure-DP plan is reported as (epsilon', delta)-DP.
enum class LaplaceAccounting {
  full_batch_renyi,  ///< Renyi divergence of the Laplace mechanism itself: m = n only
  pure_renyi,        ///< the tight Renyi bound that holds for every epsilon_t-DP step: any m
  pure_zcdp,         ///< epsilon_t^2/2-zCDP: any m, a little weaker
};

/// Renyi divergence of order alpha of one Laplace release of scale sensitivity / eps:
///
/// D = ln[ alpha/(2 alpha - 1) e^{(alpha-1) eps} + (alpha-1)/(2 alpha - 1) e^{-alpha eps} ]
///     / (alpha - 1)
///
/// (Mironov 2017). Noise on many coordinates with the same total L1 distance is not worse: D is
/// convex in eps with D(0) = 0, so putting all distance on one coordinate is the worst case.
/// Relative error about 1e-14 for every alpha > 1 and eps > 0: no cancellation for small eps, no
/// overflow for large.
double laplace_renyi_divergence(double order, double epsilon);

/// Largest Renyi divergence of order alpha of any epsilon-DP mechanism (randomized response):
///
/// D = ln[ (sinh(alpha eps) - sinh((alpha-1) eps)) / sinh(eps) ] / (alpha - 1)
///
/// (Bun and Steinke 2016). At most alpha eps^2 / 2 and at most eps.
double pure_renyi_divergence(double order, double epsilon);

/// (epsilon', delta) for the same noise.
struct ApproximateBudget {
  double epsilon = 0.0;
  double order = 0.0;  ///< the Renyi order that gave it; infinity where the plain sum is smaller
};

/// Re-accounts a pure-DP plan at delta > 0: the smaller of sum epsilon_t and
///
/// min over real alpha > 1 of sum_t D_alpha(epsilon_t) + ln(1/delta) / (alpha - 1).
///
/// Every order gives a valid bound, so a minimum that is not quite reached is still one.
///
/// @param steps       the plan's budgets, in any order
/// @param accounting  full_batch_renyi is valid only when every step used all records
/// @param delta       in (0, 1)
/// @error invalid-budget at "privacy.delta" or, for a budget that is not positive and finite, at
///        "privacy.epsilon"; invalid-value at "iterations" without steps or with a count below 1
Result<ApproximateBudget> approximate_budget(std::span<const StepGroup> steps,
                                             LaplaceAccounting accounting, double delta);

}  // namespace noisy
