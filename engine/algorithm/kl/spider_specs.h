#pragma once

#include <vector>

#include "engine/algorithm/frame/step_column.h"
#include "engine/algorithm/kl/theory/spider_schedule.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// What a file chooses of Spider's rounds.
struct SpiderOptions {
  bool has_equal_rounds = false;
  SpiderMode mode = SpiderMode::accuracy_driven;
  double error_fraction = 0;  ///< e
  double step_fraction = 0;   ///< s
  Index most_steps = 0;
};

SpiderOptions spider_options(const ParameterSet& given);

std::vector<ParameterSpec> spider_parameter_specs();
std::vector<ParameterSpec> fixed_round_parameter_specs();

/// What its steps tell beside the trace.
std::vector<StepColumn> spider_columns();

}  // namespace noisy
