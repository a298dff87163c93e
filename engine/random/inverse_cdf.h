#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/math/cumulative_weights.h"
#include "engine/math/double_double.h"
#include "engine/random/distributions.h"
#include "engine/random/stream.h"

namespace noisy {

namespace detail {

/// pair * 2^-64, exactly.
inline math::DoubleDouble unit_interval_exact(std::uint64_t pair) {
  return {unit_interval(pair), static_cast<double>(pair & 0x7ff) * 0x1p-64};
}

}  // namespace detail

/// The first j with w_0 + ... + w_j > U W: j with probability w_j / W, up to the rounding of the
/// sums. U is a multiple of 2^-64, and its product with W is not rounded. O(log d); one pair.
std::size_t draw_by_inverse_cdf(Stream& stream, const math::CumulativeWeights& weights);

}  // namespace noisy
