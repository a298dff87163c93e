#pragma once

#include <span>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/math/error.h"

namespace noisy {

/// Makes the targets of a two-class loss -1 and 1: {-1, 1} stay, {0, 1} become {-1, 1}.
///
/// @error invalid-labels  any other value, or both -1 and 0; the message names the values seen and
///                        the `labels` step that maps them
Result<void> use_binary_labels(std::span<double> targets);

/// Makes the targets of a loss of several classes 0 to classes - 1: such numbers stay, {-1, 1}
/// become {0, 1}.
///
/// @error invalid-labels  any other value; the message names the values seen
Result<void> use_classes(std::span<double> targets, Index classes);

/// Targets among `positive` become 1, all others -1.
void map_labels(std::span<double> targets, std::span<const double> positive);

}  // namespace noisy
