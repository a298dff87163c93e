#pragma once

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// Carries out a command.
///
/// @return the exit status, which is 1 when what could run was written but algorithms were refused;
///         or the error to report. An interrupted run writes its partial result and then reports
///         `cancelled`.
Result<int> execute(const Arguments& arguments);

}  // namespace noisy::cli
