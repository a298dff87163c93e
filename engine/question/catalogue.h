#pragma once

#include <string>

#include "engine/json/json.h"

namespace noisy {

/// All that an experiment file can say, as an object: algorithms, problems, data sets, mechanisms,
/// error codes, limits. A program that asks nothing else of the engine links no theory with it.
Json experiment_catalogue();

/// The catalogue as JSON text: `experiment_catalogue()` and, under "theoryQueries" and
/// "accountQueries", what can be asked of the theory and of the accountants: the fields of each
/// question, those that others ask for or refuse ("rules"), and what an accountant's answer holds.
std::string catalogue();

}  // namespace noisy
