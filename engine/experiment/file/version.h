#pragma once

#include <string_view>

namespace noisy {

/// The engine's version, such as "0.1.0".
std::string_view engine_version();

}  // namespace noisy
