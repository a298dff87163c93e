#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/json/json.h"
#include "engine/json/lookup.h"

namespace noisy {

/// How many releases the schedule lists.
double listed_releases(const Json& plan);

/// The statement of a result in plain words, one sentence each.
std::vector<std::string> plain_words(const Json& statement, const Experiment& experiment);

}  // namespace noisy
