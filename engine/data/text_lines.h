#pragma once

#include <string>
#include <string_view>

#include "engine/math/vector.h"

namespace noisy {

/// "line 3" or "line 3, column 2", both counted from 1, as errors name a place in a file.
std::string place(Index line);
std::string place(Index line, Index column);

/// The text as an error may show it: at most 40 characters, control characters and bytes that are
/// no UTF-8 replaced by '?'.
std::string shortened(std::string_view text);
/// The same in quotation marks.
std::string quoted(std::string_view text);

}  // namespace noisy
