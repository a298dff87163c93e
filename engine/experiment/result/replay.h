#pragma once

#include <string>
#include <string_view>

#include "engine/math/error.h"

namespace noisy {

/// The experiment of a result whose runs can be replayed.
///
/// @error not-reproducible  secure randomness, or a result without a fingerprint
/// @error missing-field     not a result file
Result<std::string> replayable_experiment(std::string_view result);

/// Whether a replay gave the same bits.
struct ReplayReport {
  bool matches = false;
  std::string json;  ///< {"matches", "expected", "actual", "differing": positions of runs}
};

/// Compares the fingerprints of a recorded result and of its replay: of what was released, and of
/// the runs that are not private where both have them.
Result<ReplayReport> compare_replay(std::string_view recorded, std::string_view replay);

/// The result with nothing left in it but what may be published (publishable()), and judged anew.
Result<std::string> redact(std::string_view result);

}  // namespace noisy
