#pragma once

#include <optional>
#include <span>

#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/privacy/calibration/geometric_weights.h"
#include "engine/privacy/calibration/subsampled_division.h"
#include "engine/privacy/notion.h"

namespace noisy {

class RhoDivision;

/// Shares of a budget, one per step, t in 1..T: O(1) memory per segment of the weights.
///
/// The sum of all shares (for the zCDP rule with Laplace noise: of their half squares) stays below
/// the requested budget by a relative 2^-48 to 1e-12, also in exact arithmetic, which leaves room
/// for the rounding of whoever adds them up or turns them into noise.
class BudgetDivision {
 public:
  Index steps() const { return weights_.steps(); }

  /// Budget of step t in 1..T. Always positive and finite.
  double epsilon_at(Index step) const { return share(weights_.relative_log_weight(step)); }

  /// Calls visit(t, epsilon_t) for t = 1..T in order; the same values as epsilon_at, cheaper.
  template <typename Visit>
  void for_each(Visit visit) const {
    weights_.for_each([&](Index step, double log_weight) { visit(step, share(log_weight)); });
  }

  /// Largest share over smallest share: with m = n also the largest noise scale over the smallest.
  double spread() const { return share(0.0) / smallest_share(); }

  /// True when the spread passes 1e6: legal, but early iterates jump far away and have to come
  /// back; a plan should warn and suggest horizon selection.
  bool is_extreme() const { return spread() > kExtremeSpread; }

  static constexpr double kExtremeSpread = 1e6;

 private:
  friend Result<BudgetDivision> divide_pure_budget(Division, std::span<const WeightSegment>, double,
                                                   Index, Index);
  friend Result<BudgetDivision> divide_zcdp_budget_for_laplace(std::span<const WeightSegment>,
                                                               double);
  friend Result<RhoDivision> divide_zcdp_budget_for_gaussian(std::span<const WeightSegment>,
                                                             double);

  static Result<BudgetDivision> power_rule(std::span<const WeightSegment> segments, double power,
                                           double total, double sum_power);
  Result<BudgetDivision> checked() &&;
  double share(double relative_log_weight) const;
  double smallest_share() const { return share(weights_.smallest_relative_log_weight()); }

  GeometricWeights weights_;
  double power_ = 0.0;
  double multiplier_ = 0.0;
  std::optional<SubsampledRule> subsampled_;
};

/// Divides a pure-DP budget: sum of epsilon_t <= epsilon, within 1e-12 relative of it.
///
/// For m = n the minimizer of sum a_t b_t^2 subject to sum S1/(n b_t) = epsilon is
/// epsilon_t = epsilon a_t^(1/3) / sum_j a_j^(1/3)                     (Kuru et al., Prop. 4.2)
/// `remark_4_2` uses it for every m, and the caller turns each epsilon_t into a scale with
/// laplace_scale, so privacy is exact. `exact_subsampled` minimizes sum a_t / r_t^2 subject to
/// sum g(r_t) = epsilon, r_t the budget on the batch (see SubsampledRule). `uniform` ignores the
/// weights and keeps their number of steps.
///
/// @param segments    weights a_t of the steps' noise in the error bound
/// @param epsilon     whole budget, > 0
/// @param batch_size  m; used by exact_subsampled only, checked always
/// @param samples     n
/// @error invalid-budget at "privacy.epsilon"; invalid-value as check_sampling and
/// GeometricWeights;
///        limit-exceeded at "iterations" when some step would get less than 1e-290
Result<BudgetDivision> divide_pure_budget(Division division,
                                          std::span<const WeightSegment> segments, double epsilon,
                                          Index batch_size, Index samples);

/// Divides a zCDP budget for Laplace noise: sum of epsilon_t^2 / 2 <= rho.
///
/// epsilon_t = sqrt(2 rho) a_t^(1/4) / sqrt(sum_j sqrt(a_j))     (an epsilon-DP step is
/// epsilon^2/2-zCDP)
///
/// @error invalid-budget at "privacy.rho"; otherwise as divide_pure_budget
Result<BudgetDivision> divide_zcdp_budget_for_laplace(std::span<const WeightSegment> segments,
                                                      double rho);

/// Shares rho_t of a zCDP budget for Gaussian noise, t in 1..T.
class RhoDivision {
 public:
  Index steps() const { return shares_.steps(); }
  double rho_at(Index step) const { return shares_.epsilon_at(step); }

  /// Calls visit(t, rho_t) for t = 1..T in order.
  template <typename Visit>
  void for_each(Visit visit) const {
    shares_.for_each(visit);
  }

 private:
  friend Result<RhoDivision> divide_zcdp_budget_for_gaussian(std::span<const WeightSegment>,
                                                             double);
  BudgetDivision shares_;
};

/// Divides a zCDP budget for Gaussian noise: rho_t = rho sqrt(a_t) / sum_j sqrt(a_j), sum <= rho.
/// The noise term d S2^2 / (4 n^2 rho) (sum_j sqrt(a_j))^2 is then the least possible: by Lagrange,
/// a_t sigma_t^4 is constant.
///
/// @error invalid-budget at "privacy.rho"; otherwise as divide_pure_budget
Result<RhoDivision> divide_zcdp_budget_for_gaussian(std::span<const WeightSegment> segments,
                                                    double rho);

}  // namespace noisy
