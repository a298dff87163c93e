#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Draws synthetic data from a result of the problem "marginal-queries".

namespace noisy_descent {

/// How synthesize() draws.
struct Synthesis {
  std::int64_t run = 0;                 ///< place among the runs of the result
  std::optional<std::int64_t> records;  ///< absent: as many as the run's own data have
  std::uint64_t seed = 1;               ///< of the draws, which cost no privacy
  bool codes = false;                   ///< cells hold codes of levels, not their words
};

/// Draws independent records from a released histogram, as CSV with a header.
///
/// @error invalid-json, missing-field; invalid-value at "run" or "records"; unsupported-option of
///        another problem
Result<std::string> synthesize(std::string_view result, const Synthesis& synthesis = {});

/// Compares a released histogram with the records that it describes: {"nonPrivate": true, ...}.
///
/// @param run  place among the runs of the result
/// @error as synthesize(); as plan(); cancelled where `on_progress` ends it
Result<std::string> marginals(std::string_view result, std::int64_t run, const Data& data = {},
                              const Options& options = {});

}  // namespace noisy_descent
