#pragma once

#include <cstdint>

namespace noisy {

/// Counts and positions. Always 64 bits, also in wasm32, so a schedule may have more than 2^31
/// steps.
using Index = std::int64_t;

}  // namespace noisy
