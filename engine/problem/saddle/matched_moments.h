#pragma once

#include <cstdint>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// The mean record of moments that can be matched (T9 of bring-your-own-minimax, 5.1): the k rows
/// of M = c (I - 2 v v') and then b = M x0, with v uniform on the unit sphere and x0 on that of
/// radius 1/2, both k coordinates. Its length is c sqrt(k + 1/4).
///
/// @param features  k (k + 1)
/// @param length    of the whole record
/// @param seed      of v and x0
/// @error invalid-value at "features" where it is no such number
Result<Vector> matched_moments(Index features, double length, std::uint64_t seed);

}  // namespace noisy
