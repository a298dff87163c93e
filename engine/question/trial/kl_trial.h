#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/experiment/plan/stated_data.h"
#include "engine/math/error.h"

namespace noisy {

/// Makes of an experiment on records of one's own one that the methods of the KL condition run on.
/// A pure function: it reads no record, and says of none.
///
/// @param text   an experiment
/// @param shape  of its data, where it is a file and does not say n and d itself
/// @return JSON {"experiment", "changes", "certified", "assumed", "methods"}: the new experiment,
///         and lists of sentences: what was changed and why; what privacy and error bounds rest on
///         because it is enforced; what error bounds rest on that nobody has proven; and of every
///         method how it will end, or why it is left out and what would help. A trial of the new
///         experiment changes nothing.
/// @error as read_experiment and change_for_kl; of the first method, when none can be planned
Result<std::string> kl_trial(std::string_view text, const std::optional<StatedShape>& shape);

}  // namespace noisy
