#pragma once

#include <vector>

#include "engine/algorithm/frame/step_column.h"
#include "engine/algorithm/kl/theory/adaptive_setting.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// What a run of adaptive descent ends at.
enum class AdaptiveAnswer { last_certified, after_final_step, selected };

AdaptiveMode adaptive_mode(const ParameterSet& given);
AdaptiveAnswer adaptive_answer(const ParameterSet& given);
/// What a file chooses of the noise and of the number of norms; where it says nothing, the cap on
/// norms is 50 ln(n + 1).
AdaptiveChoices adaptive_choices(const ParameterSet& given, Index samples);

std::vector<ParameterSpec> adaptive_parameter_specs();

/// What its steps tell beside the trace.
std::vector<StepColumn> adaptive_columns();

}  // namespace noisy
