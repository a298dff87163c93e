#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/minimax/solution_specs.h"
#include "engine/privacy/form/certified_solution.h"

namespace noisy {

/// What a request comes to for a method that releases certified solutions.
struct SolutionInputs {
  SolutionOptions options;
  SolutionSetting setting;
  Worth worth;                      ///< how what is spent reads in the figures of the request
  double added_convexity = 0;       ///< strength of the regularizer, of x in a saddle problem
  double added_concavity = 0;       ///< of y
  double regularization = 0;        ///< what a method that releases once adds to that by itself
  Vector start;                     ///< of a saddle problem (x_0, y_0)
  bool has_fixed_schedule = false;  ///< by the file, or as the paper's theory has it

  bool is_private() const { return worth.notion != Notion::none; }
};

/// Weights grow by 8 from phase to phase. After so many a residual still has 17 of its 53 bits, and
/// the noise has shrunk by 4^12: later phases would find no certificate, and move little.
inline constexpr Index kUsualGeometricPhases = 12;

/// Takes the schedule, with the number of phases that is given or usual for it.
void set_schedule(PhaseSchedule schedule, SolutionInputs& inputs);

/// Reads and checks what all of these methods have in common.
///
/// @error needs-convexity; unbounded-sensitivity where nothing bounds one record's gradient;
///        unsupported-domain without a projection; unsupported-regularizer unless none or l2;
///        unsupported-option for records that cannot be taken apart into blocks,
///        at "privacy.calibration" for others than tight, zcdp and paper; invalid-budget
Result<SolutionInputs> solution_inputs(const PlanInput& input, SolutionMethod method);

/// The base regularization mu: what is stated, or by its rule.
Result<double> base_regularization_of(const PlanInput& input, const SolutionInputs& inputs);

/// The solver that was chosen, or the usual one of blocks of so many records.
///
/// @error unknown-name at "solver"; unsupported-option at "solver" for one of other problems
Result<const SolverEntry*> solver_of(const SolutionInputs& inputs, Index records);

}  // namespace noisy
