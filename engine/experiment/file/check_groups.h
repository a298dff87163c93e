#pragma once

#include "engine/experiment/file/experiment.h"

namespace noisy {

/// Whether the problem has groups, or tasks, whose losses `run.trace.groupLosses` asks for. A
/// program may do without the check, and without such problems: Session::lacks() then names what is
/// asked.
///
/// @error unsupported-option at "run.trace.groupLosses", naming the problems that have them
Result<void> check_groups(const Experiment& experiment);

}  // namespace noisy
