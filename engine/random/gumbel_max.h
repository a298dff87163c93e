#pragma once

#include <cstddef>
#include <span>

#include "engine/random/stream.h"

namespace noisy {

/// The j with the largest ln w_j + G_j, where the G_j are independent Gumbel noise: j with
/// probability w_j / W, without a sum.
///
/// With G = -ln E, E exponential of mean 1, it is the j with the smallest E_j / w_j, which is how
/// it is found: that has a small relative error where the logarithms' sum has a small absolute one.
/// E = -ln(1 - U) with U full-range, so that E is as fine near 0, where the largest noise comes
/// from, as anywhere: a coordinate of probability 1e-200 has that probability.
///
/// O(d). At least one pair per coordinate.
///
/// @param weights  none negative, at least one positive; those of 0 are never drawn
std::size_t draw_by_gumbel_max(Stream& stream, std::span<const double> weights);

}  // namespace noisy
