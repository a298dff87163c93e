#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

namespace noisy_descent {

/// What is in a file of records of which nothing is known yet, and a `data` block that reads it:
/// {"nonPrivate": true, "format", "columns", "troubles", "proposal", ...}.
///
/// @param request  what the owner states: {"name", "format", "delimiter", "decimal", "header",
///                 "comments", "encoding", "target", "positive", "firstIndex"}; "" for nothing
/// @error invalid-json, unknown-field, invalid-type, invalid-value in the request; io-failed;
///        missing-data
Result<std::string> inspect(const Data& data, std::string_view request = "",
                            const Options& options = {});

/// Such a report as a text for people.
Result<std::string> inspection_text(std::string_view report);

}  // namespace noisy_descent
