#pragma once

#include "engine/cli/arguments.h"

namespace noisy::cli {

/// Runs an experiment or a part of it, or goes on with one, and returns the exit status. What is
/// finished is appended to a file wherever that is asked for or the runs take long.
Result<int> run_command(const Arguments& arguments);

/// Puts parts together and writes the result that they are.
Result<int> assemble_command(const Arguments& arguments);

}  // namespace noisy::cli
