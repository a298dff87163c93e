#pragma once

#include <limits>
#include <optional>

#include "engine/algorithm/minimax/theory/phase_blocks.h"
#include "engine/algorithm/minimax/theory/solution_noise.h"
#include "engine/math/error.h"

namespace noisy {

/// What is solved and released by Zhang, Thekumparampil, Oh, He ("Bring Your Own Algorithm").
enum class SolutionMethod {
  strongly_convex,          ///< Algorithm 1: the minimizer
  convex,                   ///< Algorithm 2: the minimizer, in phases
  strongly_convex_concave,  ///< Algorithm 3: both parts of the saddle point
  convex_concave_primal,    ///< Algorithm 4: x in phases; one of a pair that shares the budget
  convex_concave_dual,      ///< Algorithm 5: y in phases; the other of the pair
  strongly_concave_primal,  ///< convex - strongly concave: x in phases, with the whole budget
  strongly_convex_dual      ///< strongly convex - concave: y in phases, with the whole budget
};

bool is_minimization(SolutionMethod method);
/// Whether there are phases, of growing weights mu_k = mu 2^k.
bool is_phased(SolutionMethod method);
/// Whether x and y are released together, as one point in the norm of W.
bool releases_both(SolutionMethod method);
/// Algorithms 4 and 5, each of which gets half of the privacy.
bool is_one_of_pair(SolutionMethod method);

/// Which bound on a record's effect scales the noise.
enum class DifferenceBound {
  lipschitz,           ///< two records' gradients differ by at most 2 L
  gradient_difference  ///< by what the problem says, where that is less
};

/// All that is public and fixed before the data are read.
struct SolutionSetting {
  SolutionMethod method = SolutionMethod::convex;
  Index samples = 2;           ///< n
  Index primal_dimension = 1;  ///< d_x; d of a minimization
  Index dual_dimension = 1;    ///< d_y; not read by minimizations
  double lipschitz = 1;        ///< L of every record's loss, joint in (x, y)

  DifferenceBound bound = DifferenceBound::lipschitz;
  /// S, S_x, S_y of gradient_difference, see SolutionBounds.
  double difference = std::numeric_limits<double>::infinity();
  double primal_difference = std::numeric_limits<double>::infinity();
  double dual_difference = std::numeric_limits<double>::infinity();

  double primal_modulus = 0;  ///< mu_x > 0 of Algorithms 1 and 3 and of strongly_convex_dual
  double dual_modulus = 0;    ///< mu_y > 0 of Algorithm 3 and of strongly_concave_primal

  /// D_x: of the released part how far its solution is from the start at most; else the largest
  /// norm in X. Read by bounds and by what chooses mu, never by the noise.
  double primal_radius = 0;
  double dual_radius = 0;  ///< D_y, likewise

  /// rho in (0, 1]: certified distance over the paper's. Default 0.5 for paper's noise (its
  /// theorems need at most 0.82 for saddle points), else 0.01.
  std::optional<double> tolerance_ratio;
  PhaseSchedule schedule = PhaseSchedule::equal;
  std::optional<Index> phases;  ///< K, where it is not phase_count()
  SolutionBudget budget;
};

/// rho, given or by default.
double tolerance_ratio(const SolutionSetting& setting);

/// The same with the names of x and y exchanged: f'(u, v) = -f(v, u). Algorithm 5 becomes
/// Algorithm 4, strongly_convex_dual becomes strongly_concave_primal.
SolutionSetting mirrored(SolutionSetting setting);

/// Whether y alone is released, so that the mirrored setting releases x.
bool releases_dual(SolutionMethod method);

/// Whether a constant is from 1e-60 to 1e60: then no square, product or growth of weights leaves
/// the range of numbers, which would make noise too small.
bool is_in_range(double constant);

/// Everything but the budget and the phases, which solution_noise_multiplier and phase_blocks
/// check.
///
/// @error invalid-value at "samples" unless n >= 2, at "dimension" unless positive, at "lipschitz",
///        "strongConvexity" and "strongConcavity" (where read) unless is_in_range(), at
///        "difference" unless no bound is negative and S is not below that range, at
///        "toleranceRatio" unless in (0, 1]
Result<void> check_solution_setting(const SolutionSetting& setting);

/// What bounds and the choice of mu read besides: D of the released part, of Algorithms 4 and 5
/// both.
///
/// @param setting  of a method that releases x
/// @error invalid-value at "domainRadius" unless positive and finite
Result<void> check_radii(const SolutionSetting& setting);

/// L / (D sqrt(n)): a mu of the right order and units.
///
/// @param setting  of a method that releases x
double natural_regularization(const SolutionSetting& setting);

}  // namespace noisy
