#pragma once

#include <cstddef>

#include "engine/math/cumulative_weights.h"
#include "engine/random/stream.h"

namespace noisy {

/// The first j with w_0 + ... + w_j > U W: j with probability w_j / W, up to the rounding of the
/// sums. U is a multiple of 2^-64, and its product with W is not rounded. O(log d); one pair.
std::size_t draw_by_inverse_cdf(Stream& stream, const math::CumulativeWeights& weights);

}  // namespace noisy
