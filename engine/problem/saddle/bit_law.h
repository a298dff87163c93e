#pragma once

#include "engine/math/vector.h"
#include "engine/problem/saddle/query_family.h"

namespace noisy {

/// The shares that the law of "markov-bits" (BitChain) has in the cells of a family, exactly: all
/// 2^b records of b bits one after the other, which are no more than the cells of a family that
/// tells their columns apart.
///
/// @param bits  b <= 20, as many columns as the family has
Vector bit_shares(const QueryFamily& queries, Index bits);

}  // namespace noisy
