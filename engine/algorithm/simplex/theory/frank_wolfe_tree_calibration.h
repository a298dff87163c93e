#pragma once

#include <vector>

#include "engine/algorithm/simplex/theory/bounded_range.h"
#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/algorithm/simplex/theory/vertex_budget.h"
#include "engine/privacy/calibration/frank_wolfe_tree.h"

namespace noisy {

/// How the scores' noise of variance-reduced Frank-Wolfe is calibrated.
enum class TreeCalibration {
  zcdp,            ///< certified
  pure,            ///< certified, epsilon-DP
  asi_pure,        ///< as printed by Asi et al.; uncertified
  asi_approximate  ///< as printed by Asi et al.; uncertified
};

struct TreeSetting {
  SimplexRegularity regularity;  ///< L_0 and L_1
  double log_dimension = 0.0;    ///< ln of the number of vertices
  Index samples = 0;             ///< n
  SelectionNoise noise = SelectionNoise::gumbel;
  /// F(x_0) - F* on records like most; 0: unknown, taken for 2 L_0.
  double typical_gap = 0.0;
};

/// How many phases there are, and the scale lambda_t of the noise on the scores <c_i, v_s> in each.
struct TreePlan {
  Index root_batch = 0;        ///< b
  std::vector<double> scales;  ///< lambda_1..lambda_R
  bool is_certified = true;    ///< false for asi_paper: its constants are not proven
  Index phases() const { return static_cast<Index>(scales.size()); }
};

/// How far a coordinate of the difference of one record's gradients can be from zero: min(2 L_0,
/// L_1 delta_s). Differences are clipped to it, so that privacy does not rest on L_1.
double tree_difference_clip(const SimplexRegularity& regularity, double move);

/// c_t = max(4 L_0^2, max over right children of 2^j min(4 L_0, 2 L_1 delta_s)^2).
///
/// A record of the root moves scores by Delta = 2 L_0 / b for 2^t selections, one of a right child
/// of depth j by Delta = 2^j min(4 L_0, 2 L_1 delta_s) / b for 2^(t-j): both cost at most 2^t c_t /
/// (2 b^2 lambda^2) with Gumbel noise. At most max(4 L_0^2, 64 L_1 min(L_0, L_1)).
double tree_phase_constant(const SimplexRegularity& regularity, Index phase);

/// lambda_t.
///
/// zcdp: 2^(t/2) sqrt(c_t / (2 rho)) / b with Gumbel noise, twice that with Laplace noise.
/// pure: 2^(t+1) max(2 L_0, max_s min(4 L_0, 2 L_1 delta_s)) / (b epsilon).
/// asi_pure: 4 L_0 2^t / (b epsilon). asi_approximate: 2 L_0 2^(R/2) ln(n/delta) / (b epsilon).
/// (D = 2, the diameter of the simplex.)
double tree_scale(const TreeSetting& setting, const VertexBudget& budget,
                  TreeCalibration calibration, const TreePlan& shape, Index phase);

/// How far a plan's result is from the minimum, about. By smoothness and the step eta = 2 / (kappa
/// + 1) an error of at most h turns into
///
///     (1 - eta) h + eta e_t + 2 L_1 eta^2
///
/// in each of the 2^t steps kappa = 2^(t-1) .. of phase t, from h = typical_gap, where e_t is what
/// a selection loses, and no more than four times that:
///
///     e_t = lambda_t ln m + 2 sqrt(2 ln(2 m) V_t / b),
///     V_t = L_0^2 + sum_j 2^j min(2 L_0, L_1 delta_j)^2
///
/// The second part is that of the records of a root and a path of right children below it. No bound
/// but an estimate, because that part counts 3% and L_1 2%: what is as large as bounds allow is
/// rare, and so R is best on data (measured on breast cancer, diabetes and a generated set, at
/// epsilon 0.1 to 10). Without typical_gap both gaps are 2 L_0, the part counts a tenth and L_1 a
/// half. What R costs in records, b(R), is in e_t.
double tree_error_estimate(const TreeSetting& setting, const TreePlan& plan);

/// Phases and scales. Certified modes take the R with b(R) >= 2^R, b(R) as tree_root_batch, whose
/// tree_error_estimate is least, and 1 for L_1 = 0. Modes of Asi et al. take b near n / ln(n)^2 and
/// R = floor(log2(b epsilon L_1 2 / (L_0 ln m)) / 2) or floor(2/3 log2(b epsilon L_1 2 / (L_0
/// ln(n/delta) ln m))), as far as there are records.
///
/// @error as check_simplex_regularity; invalid-budget at "privacy.epsilon" when a mode needs
///        epsilon, at "privacy.delta" when it needs delta; invalid-value at "data" without two
///        records for the first phase's root; unsupported-domain at "problem.domain" unless ln m >=
///        ln 2
Result<TreePlan> tree_plan(const TreeSetting& setting, const VertexBudget& budget,
                           TreeCalibration calibration);

/// zCDP of a plan: max_t 2^t c_t (2 / (b lambda_t))^2 / 8 with Gumbel noise, four times that with
/// Laplace noise. Every record is in one node, and later phases only see what was released.
double tree_rho(const TreeSetting& setting, const TreePlan& plan);

/// Pure DP of a plan: max_t 2^(t+1) max(2 L_0, max_s min(4 L_0, 2 L_1 delta_s)) / (b lambda_t).
double tree_epsilon(const TreeSetting& setting, const TreePlan& plan);

}  // namespace noisy
