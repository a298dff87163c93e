#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Experiments are JSON texts, as the command line reads them (wasm/schema.json); plans and results
// are what it writes.

namespace noisy_descent {

/// Estimates what an experiment takes, from its text alone, before any data are made or read:
/// {"runs", "dataBytes", "memoryBytes", "resultBytes"}.
///
/// @error invalid-json, and what is wrong with the experiment at its field
Result<std::string> estimate(std::string_view experiment);

/// Plans an experiment: the plans of all algorithms and sweep points, what cannot be planned and
/// why, and the cost.
///
/// @error as estimate(); missing-data where the experiment's file was not given; conflicting-fields
///        at "data" where it takes none; io-failed; what is wrong with the data, at its line; of
///        the first algorithm where none can be planned; invalid-value at an option
Result<std::string> plan(std::string_view experiment, const Data& data = {},
                         const Options& options = {});

/// Plans an experiment and runs it. Where `on_progress` ends it, the result holds the runs that
/// were finished, and the others have the status "cancelled". Unlike the command line it keeps no
/// odometer: a program that runs a secure experiment again must count the budget itself.
///
/// @error as plan()
Result<std::string> run(std::string_view experiment, const Data& data = {},
                        const Options& options = {});

}  // namespace noisy_descent
