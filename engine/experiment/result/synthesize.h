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
  bool codes = false;            ///< cells hold the codes of levels, and not what they are called
};

/// Synthetic records as CSV, with a header: N independent draws from the histogram that a run of
/// the problem marginal-queries has released. Columns and cells are called as labels_of() says;
/// codes that nobody named are numbers. It is post-processing: the draws have a stream of their
/// own, and read nothing but the result.
///
/// Words are written as the experiment has them, quoted where CSV needs it: one that begins with
/// "=", which a spreadsheet would take for a formula, stays so, because it must read back as the
/// same word.
///
/// @param result  a result file, redacted or not
/// @error invalid-json; missing-field when it is no result file, or says not how many records there
///        were; invalid-value at "run" when there is no such run; unsupported-option when its
///        problem is another one, or it has released no solution: what is not private has none
///        to be shown as synthetic data
Result<std::string> synthesize(std::string_view result, const SynthesisRequest& request);

}  // namespace noisy
