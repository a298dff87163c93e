#pragma once

#include <string>

#include "engine/statement/check/result_figures.h"
#include "engine/statement/read/read_statement.h"

namespace noisy {

/// The words of a private entry must describe one mechanism, of which something is proven in the
/// stated unit; and what the released mean, or solution, moves by must follow from the sensitivity.
///
/// @param place  of the entry, for findings
void check_mechanism(const StatedEntry& entry, const std::string& place, Findings& findings);

}  // namespace noisy
