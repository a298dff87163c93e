#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/json/json.h"

namespace noisy {

/// A member of a statement's object; empty, or 0, where it is absent or of another type.
std::string text_of(const Json& object, std::string_view key);
double number_of(const Json& object, std::string_view key);

/// How many releases the schedule lists.
double listed_releases(const Json& plan);

/// The statement of a result in plain words, one sentence each.
std::vector<std::string> plain_words(const Json& statement, const Experiment& experiment);

}  // namespace noisy
