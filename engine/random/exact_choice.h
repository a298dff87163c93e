#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/random/stream.h"

namespace noisy {

/// A rate as an exact fraction: how much likelier a score of one more makes a candidate, as
/// e^(numerator / denominator).
struct ExactRate {
  std::uint64_t numerator = 1;    ///< any
  std::uint64_t denominator = 1;  ///< 1 .. 2^63
};

/// Private selection among candidates with integer scores, with exactly the stated probabilities:
/// scores are compared as integers and coins are flipped by bernoulli_exp, so nothing is rounded.
///
/// With scores that one record moves by at most D each, a rate of epsilon / (2 D) is epsilon-DP.

/// The exponential mechanism: P(i) proportional to e^(rate * score_i), by rejection from the
/// uniform distribution; it takes at most as many tries, on average, as there are candidates.
///
/// @param scores  at least one
/// @return the position of the chosen candidate
std::size_t exponential_choice(Stream& stream, std::span<const std::int64_t> scores,
                               ExactRate rate);

/// Permute and flip (McKenna and Sheldon 2020): the first candidate, in random order, whose coin of
/// probability e^(-rate * (best score - score_i)) shows heads. Never worse, on average, than the
/// exponential mechanism at the same epsilon.
///
/// @param scores  at least one
/// @return the position of the chosen candidate
std::size_t permute_and_flip(Stream& stream, std::span<const std::int64_t> scores, ExactRate rate);

}  // namespace noisy
