#pragma once

#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Checks, redacts and tabulates the result of run().

namespace noisy_descent {

/// What verify() finds.
struct Replay {
  bool matches = false;  ///< all bits are equal
  std::string report;    ///< {"matches", "expected", "actual", "differing"}
};

/// Runs the result's experiment again, and compares every bit.
///
/// @error not-reproducible of secure randomness; missing-field when it is no result; as run();
///        cancelled where `on_progress` ends it
Result<Replay> verify(std::string_view result, const Data& data = {}, const Options& options = {});

/// What check_statement() finds.
struct StatementCheck {
  bool is_consistent = false;  ///< every figure follows
  bool is_unknown = false;  ///< the figures follow, but this library does not know what was planned
  std::string report;       ///< {"consistent", "sentence", "problems", ...}
};

/// Recomputes every figure of a result's privacy statement, and plans its experiment again.
///
/// @param data  the file of the experiment, so that its n, d and header are counted, not believed
/// @error invalid-json; what cannot be read, at its field; as plan(), where data are given
Result<StatementCheck> check_statement(std::string_view result, const Data& data = {},
                                       const Options& options = {});

/// The result with only what may be published left in it.
///
/// @error invalid-json, missing-field when it is no result
Result<std::string> redact(std::string_view result);

/// One table of a result as CSV.
///
/// @param result  of run(), or of plan() for the table "blocks"
/// @param table   "traces", "summary" or "slopes"; of a plan "blocks"
/// @error invalid-value at "table"; invalid-json, missing-field
Result<std::string> result_table(std::string_view result, std::string_view table);

}  // namespace noisy_descent
