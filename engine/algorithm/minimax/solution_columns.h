#pragma once

#include <vector>

#include "engine/algorithm/frame/step_column.h"

namespace noisy {

/// What steps that release certified solutions tell everybody, as columns of traces.
std::vector<StepColumn> solution_columns();
/// What methods that release x and y together tell besides.
StepColumn dual_noise_column();

}  // namespace noisy
