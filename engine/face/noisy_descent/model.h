#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Uses the model file of fit(). Every call checks the privacy statement in it.

namespace noisy_descent {

/// The predictions for the rows of a table, in their order, as CSV with a header.
///
/// @param form  {"delimiter", "decimal", "encoding"} of the table; "" for the model's own
/// @error inconsistent-statement of an edited model; what is wrong with the table, at its line
Result<std::string> predict(std::string_view model, const Data& table, std::string_view form = "",
                            const Options& options = {});

/// The model in plain words.
Result<std::string> model_card(std::string_view model);

/// A program without dependencies that predicts the same: "python", "javascript", "c"; or "onnx".
///
/// @error unknown-name at "code"
Result<std::string> model_code(std::string_view model, std::string_view language);

/// The model without what was computed from the data without noise.
Result<std::string> redact_model(std::string_view model);

}  // namespace noisy_descent
