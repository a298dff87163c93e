#pragma once

#include <string_view>

// The version of the headers, and that of the library.

#define NOISY_DESCENT_VERSION_MAJOR 0  ///< of these headers, the first number
#define NOISY_DESCENT_VERSION_MINOR 1  ///< the second number
#define NOISY_DESCENT_VERSION_PATCH 0  ///< the third number

namespace noisy_descent {

/// The version of the library that is linked, such as "0.1.0".
std::string_view version();

}  // namespace noisy_descent
