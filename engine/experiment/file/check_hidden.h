#pragma once

#include "engine/experiment/file/experiment.h"

namespace noisy {

/// Whether some algorithm of an experiment has what `run.trace.hiddenIterates` asks for. A program
/// may do without the check, and without the methods: Session::lacks() then names what is asked.
///
/// @error unsupported-option at "run.trace.hiddenIterates", naming the algorithms that have it
Result<void> check_hidden(const Experiment& experiment);

}  // namespace noisy
