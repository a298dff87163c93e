#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// What is made of a result.
struct SynthesisRequest {
  Index run = 0;                 ///< its place among the result's runs
  std::optional<Index> records;  ///< N; as many as the run's own data have, where that is stated
  std::uint64_t seed = 1;        ///< of the draws, which cost no privacy
};

/// Synthetic records as CSV, with a header: N independent draws from the histogram that a run of
/// the problem marginal-queries has released, as level codes. The columns are x1, x2, ..., and
/// `target` where the target is one of them. It is post-processing: the draws have a stream of
/// their own, and read nothing but the result.
///
/// @param result  a result file, redacted or not
/// @error invalid-json; missing-field when it is no result file, or says not how many records there
///        were; invalid-value at "run" when there is no such run; unsupported-option when its
///        problem is another one, or it has released no solution: what is not private has none
///        to be shown as synthetic data
Result<std::string> synthesize(std::string_view result, const SynthesisRequest& request);

}  // namespace noisy
