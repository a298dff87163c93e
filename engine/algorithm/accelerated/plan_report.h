#pragma once

#include "engine/algorithm/accelerated/accelerated_parameters.h"
#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/algorithm/accelerated/theory/horizon.h"
#include "engine/algorithm/accelerated/theory/step_schedule.h"
#include "engine/algorithm/frame/release_rule.h"

namespace noisy {

/// What a plan of the accelerated family shows: segments, curves, resolved parameters, warnings and
/// the privacy claim.
///
/// @param recursion  of the error, or null where none is known. If it is a theorem's the curves
///               `bound` and `noise_floor` come from it: E_t <= f_t E_{t-1} + c_t (d v_t + s^2) / 2
///               with v_t the variance of one coordinate's noise and s^2 the sampling trace.
PlanSummary report_plan(const PlanInput& input, const AcceleratedParameters& parameters,
                        const StepSchedule& schedule, const ReleaseRule& rule,
                        const ErrorRecursion* recursion, bool is_theorem);

/// J(tau) along tau, thinned for display.
Curve score_curve(const ErrorRecursion& recursion, const HorizonParameters& parameters);

}  // namespace noisy
