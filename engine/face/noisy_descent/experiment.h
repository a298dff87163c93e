#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Experiments are JSON texts, as the command line reads them (wasm/schema.json); plans and results
// are what it writes.

namespace noisy_descent {

/// What an experiment will take, from its text alone, before any data are made or read:
/// {"runs", "dataBytes", "memoryBytes", "resultBytes"}.
///
/// @error invalid-json, and what is wrong with the experiment at its field
Result<std::string> estimate(std::string_view experiment);

/// The plans of all algorithms and sweep points, what cannot be planned and why, and the cost.
///
/// @error as estimate(); missing-data where the experiment's file was not given; conflicting-fields
///        at "data" where it takes none; io-failed; what is wrong with the data, at its line; of
///        the first algorithm where none can be planned; invalid-value at an option
Result<std::string> plan(std::string_view experiment, const Data& data = {},
                         const Options& options = {});

/// Plans and runs it. Where `on_progress` ends it, the result holds what was finished, and the
/// other runs have the status "cancelled". Other than the command line it keeps no odometer: who
/// runs a secure experiment again must count the budget.
///
/// @error as plan()
Result<std::string> run(std::string_view experiment, const Data& data = {},
                        const Options& options = {});

}  // namespace noisy_descent
