#pragma once

#include <vector>

#include "engine/algorithm/frame/step_column.h"
#include "engine/algorithm/kl/theory/proximal_schedule.h"
#include "engine/problem/parameter.h"

namespace noisy {

std::vector<ParameterSpec> proximal_parameter_specs();
std::vector<ParameterSpec> noisy_gd_parameter_specs();

/// What the steps of both tell beside the trace.
std::vector<StepColumn> proximal_columns();

/// The most passes over the data that one proximal step may be given.
inline constexpr Index kMostInnerIterations = 10'000'000;

/// What a file chooses, with the defaults of either method.
ProximalMode proximal_mode(const ParameterSet& given);
InnerNoise inner_noise(const ParameterSet& given);
InnerChoices proximal_choices(const ParameterSet& given);
InnerChoices noisy_gd_choices(const ParameterSet& given);

}  // namespace noisy
