#pragma once

#include <span>
#include <string>

#include "engine/experiment/file/read_blocks.h"

namespace noisy {

/// The step private-ranges. A program may do without it: then it takes the step as it is, and
/// Session::lacks() names it.
PreprocessEntry private_ranges_entry();

/// Whether the steps around private-ranges suit it.
///
/// @param path  of the list
/// @error conflicting-fields  at the step: clip-rows or add-intercept before it, or standardize
Result<void> check_around_ranges(std::span<const PreprocessStep> steps, const std::string& path);

}  // namespace noisy
