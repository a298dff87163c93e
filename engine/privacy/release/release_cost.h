#pragma once

#include "engine/privacy/notion.h"
#include "engine/privacy/release/hardened.h"
#include "engine/privacy/release/release.h"
#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// Whether two releases cost the same because they are noised alike.
bool same_noise(const Release& a, const Release& b);

/// The release as an integer query, by the bounds that the engine enforces.
GridQuery grid_query(const FiniteSum& data, const Release& release);

/// Renyi divergence of one release with Gaussian noise, replace-one neighbours; infinite when
/// nothing is proven (other noise, hardened noise, no bound).
///
/// form              divergence of order alpha
/// gradient          sampled_gaussian_renyi with sensitivity S_2 / m and q = m / n
/// variance_reduced  best_variance_reduced_renyi with G = S_2 / 2
/// difference        difference_renyi
/// anchor            alpha (S_2 / (n sigma))^2 / 2
/// minimizer         objective_perturbation_renyi with m = S_2 / (n sigma)
///
/// @param samples         n
/// @param l2_sensitivity  S_2 of the sum of record gradients
/// @param order           alpha > 1
double gaussian_release_renyi(const Release& release, Index samples, double l2_sensitivity,
                              double order);

/// epsilon_0 = 2 sensitivity / scale of a choice by the exponential mechanism: the logarithms of
/// its likelihood ratios lie in an interval of that length. With s_k the score of candidate k and b
/// the scale of the Gumbel noise, P(k) = e^(s_k / b) / sum_j e^(s_j / b); on a neighbouring data
/// set every s_k is up to `sensitivity` higher or lower, and the sums are the same for all k, so
///
///     max_k ln(P(k) / P'(k)) - min_k ln(P(k) / P'(k)) <= 2 sensitivity / b.
///
/// The interval holds 0, because both are distributions: the choice is epsilon_0-DP, and it is
/// epsilon_0^2/8-zCDP (Durfee and Rogers 2019; Cesar and Rogers 2021), by
/// bounded_range_renyi at every order. Infinity when nothing is proven.
///
/// @param sensitivity  most that one record moves a score
double selection_range(const Release& release, double sensitivity);

/// What releases on one data set really cost, from the engine's own sensitivity bounds and from
/// nothing that a plan says.
///
/// In epsilon: Laplace with sensitivity S_1 / m, amplified by the sampling (Kuru et al., eq. 11).
/// In rho: epsilon^2 / 2 of the same, or Gaussian on all records with uniform sensitivity,
/// (S_2 / (n sigma))^2 / 2 (Bun and Steinke 2016, Prop. 1.6).
/// In Renyi divergence: Gaussian noise on batches of fixed size (sampled_renyi.h,
/// variance_reduction.h).
/// Hardened releases: the same with the sensitivities and scales of the integer query (GridQuery).
class ReleaseCost {
 public:
  /// @param renyi_order  of the unit renyi; else not used
  ReleaseCost(const FiniteSum& data, CostUnit unit, double renyi_order)
      : data_(data), unit_(unit), renyi_order_(renyi_order) {}

  /// Infinite when nothing is proven.
  double least(const Release& release);

  /// Of a release of the form solution that one record moves by at most `sensitivity` in L2:
  /// (sensitivity / sigma)^2 / 2 in rho.
  double least_of_solution(const Release& release, double sensitivity) const;

  /// Of a release of the form vertex, of all records, whose scores one record moves by at most
  /// `sensitivity` (selection_range): epsilon_0, epsilon_0^2 / 8 in rho, or
  /// bounded_range_renyi(order, epsilon_0).
  double least_of_selection(const Release& release, double sensitivity) const;
  /// Of a release of the form minimizer, in Renyi divergence: objective_perturbation_renyi.
  ///
  /// @param executed  the minimization as it was: what the release states must cover it, and the
  ///                  data's own FiniteSum::rank_one_curvature
  double least_of_minimizer(const Release& release, const PerturbedObjective& executed);

 private:
  double laplace_base_epsilon(const Release& release) const;
  double gaussian_rho(const Release& release) const;
  double renyi_cost(const Release& release);

  const FiniteSum& data_;
  CostUnit unit_;
  double renyi_order_;
  /// The release that was evaluated last: most plans repeat one many times.
  Release known_;
  double known_cost_ = 0;
};

}  // namespace noisy
