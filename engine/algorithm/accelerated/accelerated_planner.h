#pragma once

#include "engine/algorithm/accelerated/accelerated_parameters.h"
#include "engine/algorithm/accelerated/accelerated_plan.h"
#include "engine/algorithm/accelerated/theory/error_recursion.h"

namespace noisy {

/// What tells the methods of this family apart, besides their coroutine.
struct AcceleratedMethod {
  AcceleratedPlan::Start start = nullptr;
  Division default_division = Division::uniform;
  bool selects_horizon = false;  ///< may re-select how many of the T steps are run (Remark 4.1)
  /// How it does so when the file does not say; absent: it runs all T.
  std::optional<HorizonMode> default_horizon = HorizonMode::corrected;
  bool has_bound = true;  ///< the recursion is a theorem here, not only a guide to weights
  bool needs_strong_convexity = true;
  bool takes_momentum = false;  ///< beta is a parameter
  bool looks_ahead = false;     ///< gradients at x_t + beta (x_t - x_{t-1})
  /// Step sizes and momenta of all T iterations.
  Result<StepSchedule> (*schedule)(const AcceleratedParameters& parameters,
                                   const RiskFacts& facts) = nullptr;
  /// The recursion of the method's error bound; its weights divide the budget. An error means that
  /// no bound is known for these parameters: fatal only to methods that need the weights.
  Result<ErrorRecursion> (*recursion)(const StepSchedule& schedule,
                                      const RiskFacts& facts) = nullptr;
  /// How many of its T gradients the run costs, where that is fewer than T.
  double (*counted_steps)(const AcceleratedParameters& parameters,
                          const PlanInput& input) = nullptr;
};

/// What a plan of this family is made of.
struct AcceleratedParts {
  StepSchedule schedule;
  ReleaseRule rule;
  PlanSummary summary;
};

/// Plans a method of the accelerated family: schedule, horizon, division of the budget, noise.
///
/// @error invalid-value, conflicting-fields, unstable-step, unbounded-sensitivity,
///        unsupported-mechanism, unsupported-option, invalid-budget; fields are parameter names,
///        or dotted paths from the experiment's top where they contain a dot
Result<AcceleratedParts> plan_parts(const PlanInput& input, const AcceleratedMethod& method);

/// The plan made of plan_parts().
Result<std::unique_ptr<AlgorithmPlan>> plan_accelerated(const PlanInput& input,
                                                        const AcceleratedMethod& method);

/// A single stage of T iterations with one step size and momentum.
Result<StepSchedule> single_stage(Index iterations, double step_size, double momentum);

}  // namespace noisy
