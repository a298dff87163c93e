#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noisy_descent/data.h"
#include "noisy_descent/error.h"
#include "noisy_descent/options.h"

// Tries to refute the privacy that an algorithm claims.

namespace noisy_descent {

/// What is audited, and how.
struct Auditing {
  std::string algorithm;        ///< id of an algorithm of the experiment; "": the first private one
  std::int64_t runs = 100'000;  ///< on each of two neighbouring data sets, 100 to 1,000,000
  double confidence = 0.999999;  ///< of the lower bound on epsilon, in (0, 1)
  std::uint64_t seed = 1;        ///< of the runs' randomness
  std::string planted;           ///< id of a defect to look for instead; "": none
  /// Measures instead how far replacing each record of the data moves what is released, without
  /// noise. Not private.
  bool neighbours = false;
};

/// Tries to refute what an experiment's algorithm claims: {"verdict", ...}. Finding nothing proves
/// nothing. A verdict of any kind is a success.
///
/// @error as plan(); invalid-value at a field of `auditing`; unsupported-option without a private
///        algorithm; cancelled where `on_progress` ends it
Result<std::string> audit(std::string_view experiment, const Data& data = {},
                          const Auditing& auditing = {}, const Options& options = {});

}  // namespace noisy_descent
