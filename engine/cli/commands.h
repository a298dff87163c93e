#pragma once

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// Carries out a command.
///
/// @return the error to report, or nothing. An interrupted run writes its partial result and then
///         reports `cancelled`.
Result<void> execute(const Arguments& arguments);

/// 2 when the input was wrong, 1 when the work failed.
int exit_status(const Error& error);

}  // namespace noisy::cli
