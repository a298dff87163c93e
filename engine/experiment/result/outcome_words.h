#pragma once

#include <string_view>

#include "engine/experiment/file/run_status.h"
#include "engine/json/json.h"

// What a run's outcome may say in words, whether or not its method is known here.

namespace noisy {

/// Whether a run that ended so says which error it ended by.
bool has_error(RunStatus status);

/// Whether it is the code of an error.
bool is_error_code(const Json& code);

/// Whether adaptive methods end for this reason, and say it in these words.
bool is_adaptive_stop(const Json& stop);

/// Whether runs of an algorithm may end for this reason: methods of the engine in the words above,
/// those from outside, which may be unknown here, in a word of the form of an id and a text of
/// their own, which redaction takes out where nobody knows them.
bool may_stop(std::string_view algorithm, const Json& stop);

/// Whether the experiment asks for the iterates in its traces.
bool asks_for_iterates(const Json& experiment);

}  // namespace noisy
