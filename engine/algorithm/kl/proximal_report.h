#pragma once

#include "engine/algorithm/kl/proximal_planner.h"

namespace noisy {

/// What proximal steps do, whatever they are planned for.
PlanSummary report_steps(const PlanInput& input, const std::vector<ProximalStep>& steps,
                         const InnerDescent& inner, const InnerChoices& choices,
                         const FixedSchedule& rule);

/// Adds what is proven of a schedule, what that rests on, and what to take care of.
void report_schedule(const PlanInput& input, const ProximalInputs& inputs,
                     const ProximalSchedule& schedule, PlanSummary& summary);

}  // namespace noisy
