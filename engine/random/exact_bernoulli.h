#pragma once

#include <cstdint>

#include "engine/random/stream.h"

namespace noisy {

/// Coins whose probabilities are exact: integers and stream words only, no floating point.
///
/// Canonne, Kamath, Steinke (2020), "The Discrete Gaussian for Differential Privacy", Algorithm 1.
/// How many words a coin takes depends on its outcome: that the time it takes is visible to whoever
/// can measure it is not hidden here.

/// Wide enough for products of two 64-bit integers.
__extension__ typedef unsigned __int128 WideInteger;

/// True with probability numerator / denominator, exactly.
///
/// The words are the digits, in base 2^32, of a uniform real U; as many are read as it takes to
/// know on which side of the ratio U lies. That is one, except with probability 2^-32.
///
/// @param numerator    at most the denominator
/// @param denominator  1 .. 2^63 - 1
inline bool bernoulli_ratio(Stream& stream, std::uint64_t numerator, std::uint64_t denominator) {
  const std::uint64_t low_half = denominator & 0xffffffff;
  const std::uint64_t high_half = denominator >> 32;
  while (numerator != 0 && numerator != denominator) {
    // U < numerator / denominator. With U's next digit w: w * denominator = top * 2^32 + low.
    const std::uint64_t word = stream.next_word();
    const std::uint64_t product = word * low_half;
    const std::uint64_t top = word * high_half + (product >> 32);
    if (top >= numerator) return false;
    if (numerator - top > high_half + 1) return true;
    // What is left of numerator * 2^32 for the digits that follow.
    const std::uint64_t left = ((numerator - top) << 32) - (product & 0xffffffff);
    if (left >= denominator) return true;
    numerator = left;
  }
  return numerator != 0;
}

/// The same for ratios that do not fit 64 bits.
///
/// @param numerator    at most the denominator
/// @param denominator  1 .. 2^96 - 1
bool bernoulli_ratio_wide(Stream& stream, WideInteger numerator, WideInteger denominator);

namespace detail {

/// The loop of Algorithm 1 for an exponent gamma in [0, 1]: the number of the first coin of
/// probability gamma / k, k = 1, 2, ..., that fails is odd with probability exp(-gamma).
///
/// @param coin  coin(k): true with probability gamma / k
template <class Coin>
bool first_failure_is_odd(const Coin& coin) {
  std::uint64_t k = 1;
  while (coin(k)) ++k;
  return (k & 1) != 0;
}

}  // namespace detail

/// True with probability exp(-1).
inline bool bernoulli_exp_one(Stream& stream) {
  return detail::first_failure_is_odd(
      [&](std::uint64_t k) { return bernoulli_ratio(stream, 1, k); });
}

/// True with probability exp(-numerator / denominator) for an exponent of at most 1.
///
/// @param numerator    at most the denominator
/// @param denominator  1 .. 2^48; coin k needs k * denominator < 2^63, which fails to hold with
///                     probability below 1 / 30000!
inline bool bernoulli_exp_fraction(Stream& stream, std::uint64_t numerator,
                                   std::uint64_t denominator) {
  return detail::first_failure_is_odd(
      [&](std::uint64_t k) { return bernoulli_ratio(stream, numerator, denominator * k); });
}

/// True with probability 8 / (3 e) = 0.981: that a Poisson variable of mean 1 is at most 3.
///
/// Taylor's formula for e, divided by it, says what is missing:
///
///     1 - (1 + 1 + 1/2 + 1/6) / e = (1/6) int_0^1 t^3 e^-t dt = E[e^-T] / 24
///
/// for T of density 4 t^3 on [0, 1]. A failure thus takes a coin of 1 / 24 and one of probability
/// E[e^-T], which is a loop as that of bernoulli_exp_fraction: the first k coins all show heads
/// with probability E[T^k] / k! = 4 / ((4 + k) k!).
inline bool bernoulli_eight_thirds_over_e(Stream& stream) {
  if (!bernoulli_ratio(stream, 1, 24)) return true;
  return !detail::first_failure_is_odd(
      [&](std::uint64_t k) { return bernoulli_ratio(stream, 3 + k, (4 + k) * k); });
}

/// True with probability exp(-numerator / denominator), for any exponent.
///
/// @param denominator  1 .. 2^80
bool bernoulli_exp(Stream& stream, WideInteger numerator, WideInteger denominator);

}  // namespace noisy
