#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Looks at a file of records before an experiment reads it.

namespace noisy_descent {

/// Tells what a file of records holds, and proposes a `data` block that reads it:
/// {"nonPrivate": true, "format", "columns", "troubles", "proposal", ...}.
///
/// @param request  what the owner states: {"name", "format", "delimiter", "decimal", "header",
///                 "comments", "encoding", "target", "positive", "firstIndex"}; "" for nothing
/// @error invalid-json, unknown-field, invalid-type, invalid-value in the request; io-failed;
///        missing-data
Result<std::string> inspect(const Data& data, std::string_view request = "",
                            const Options& options = {});

/// The report of inspect() as a text for people.
///
/// @error invalid-json; what cannot be read, at its field
Result<std::string> inspection_text(std::string_view report);

}  // namespace noisy_descent
