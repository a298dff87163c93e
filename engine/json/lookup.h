#pragma once

#include <string>
#include <string_view>

#include "engine/json/json.h"

namespace noisy {

/// A member of an object; empty, or 0, where it is absent or of another type.
std::string text_of(const Json& object, std::string_view key);
double number_of(const Json& object, std::string_view key);

}  // namespace noisy
