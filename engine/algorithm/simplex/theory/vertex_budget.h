#pragma once

#include "engine/math/error.h"

namespace noisy {

/// How step sizes of vertex sampling are held back for privacy.
enum class VertexCalibration {
  paper,  ///< the printed caps: composition of pure DP, all draws
  zcdp    ///< bounded ranges composed in zCDP, of draws that depend on the data
};

/// The budget of a method that samples vertices.
struct VertexBudget {
  double epsilon = 0.0;  ///< 0 where the budget is stated as zCDP
  double delta = 0.0;    ///< 0 where the budget is stated as zCDP
  double rho = 0.0;      ///< zCDP that may be spent

  bool is_approximate() const { return delta > 0.0; }

  /// epsilon / sqrt(ln(1/delta)), on which the parameter rules depend; 2 sqrt(rho), near which it
  /// is for a small budget, where the budget is stated as zCDP.
  double strength() const;
};

/// The budget (epsilon, delta) and the largest rho that implies it.
///
/// @error invalid-budget at "privacy.epsilon" or "privacy.delta"
Result<VertexBudget> approximate_vertex_budget(double epsilon, double delta);

/// @error invalid-budget at "privacy.rho" unless rho > 0 is finite
Result<VertexBudget> zcdp_vertex_budget(double rho);

/// How large the sum of eta^2 over the draws may be.
///
/// paper: epsilon^2 / (8 ln(1/delta)), which makes composed_epsilon at most epsilon/2 + epsilon/2
/// (Cor. 3.6). zcdp: 8 rho.
///
/// @error as check_paper_calibration
Result<double> squared_range_budget(const VertexBudget& budget, VertexCalibration calibration);

/// @error no-certificate at "privacy.epsilon" unless epsilon < 8 ln(1/delta); unsupported-option at
///        "calibration" for a budget that has no delta
Result<void> check_paper_calibration(const VertexBudget& budget);

/// Adaptive composition of eta-DP draws, also of a number that depends on what was drawn (Theorem
/// 3.5; Whitehouse et al. 2023):
///
/// epsilon = sqrt(2 ln(1/delta) sum eta^2) + sum eta^2 / 2
double composed_epsilon(double squared_ranges, double delta);

/// The largest step whose cost, rho = coefficient step^2, is within a budget: sqrt(budget /
/// coefficient), rounded down; infinity where nothing is charged.
double step_of_cost(double budget, double coefficient);

/// @error no-certificate at "stepSize" unless step_size <= cap
Result<void> check_step_cap(double step_size, double cap);

}  // namespace noisy
