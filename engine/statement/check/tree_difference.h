#pragma once

#include <string>

#include "engine/json/json.h"
#include "engine/statement/check/result_figures.h"

namespace noisy {

/// Finds every leaf in which what a file states differs from what its experiment gives: another
/// value, a member too few, one too many. Numbers are equal within what the last bit of a plan's
/// arithmetic may do.
///
/// @param place  where both stand, for findings
void compare_trees(const Json& given, const Json& stated, const std::string& place,
                   Findings& findings);

}  // namespace noisy
