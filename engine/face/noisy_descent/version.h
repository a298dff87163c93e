#pragma once

#include <string_view>

// The version of these headers.
#define NOISY_DESCENT_VERSION_MAJOR 0
#define NOISY_DESCENT_VERSION_MINOR 1
#define NOISY_DESCENT_VERSION_PATCH 0

namespace noisy_descent {

/// The version of the library that is linked, such as "0.1.0".
std::string_view version();

}  // namespace noisy_descent
