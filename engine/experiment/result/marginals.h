#pragma once

#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// What compares the histogram that a run has released with the records it is about: an experiment
/// of that run's sweep point alone, whose data are to be loaded, and the request to a Survey of it.
struct MarginalsQuestion {
  std::string experiment;
  std::string request;
};

/// @param result  a result file, redacted or not
/// @param run     its place among the result's runs
/// @error what synthesize() says of the result
Result<MarginalsQuestion> marginals_question(std::string_view result, Index run);

}  // namespace noisy
