#pragma once

#include <string>

#include "engine/json/json.h"

namespace noisy {

/// All that an experiment file can say, as an object: algorithms, problems, data sets, mechanisms,
/// error codes, limits. A program that asks nothing else of the engine links no theory with it.
Json experiment_catalogue();

/// The catalogue as JSON text: `experiment_catalogue()` and, under "theoryQueries", what can be
/// asked of the theory.
std::string catalogue();

}  // namespace noisy
