#pragma once

#include <cstddef>
#include <span>

#include "engine/math/error.h"

namespace noisy {

/// Fills `bytes` (at most 256) from the platform's cryptographic generator: the kernel's natively,
/// crypto.getRandomValues in a browser or in Node.
///
/// @error internal when the platform has none; there is no fallback to anything weaker
Result<void> read_entropy(std::span<std::byte> bytes);

}  // namespace noisy
