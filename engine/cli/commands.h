#pragma once

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// Carries out a command.
///
/// @return the error to report, or nothing. An interrupted run writes its partial result and then
///         reports `cancelled`.
Result<void> execute(const Arguments& arguments);

}  // namespace noisy::cli
