#pragma once

#include <bit>
#include <cstdint>

#include "engine/random/stream.h"

namespace noisy {

/// A uniform real number of (0, 1), rounded down to 53 significant bits: a geometric exponent and
/// 52 bits of fraction. Unlike k * 2^-53 it is as fine near 0 as anywhere, so an event of
/// probability 2^-200 has that probability: P(U < q) = q exactly, for every normal double q in (0,
/// 1].
///
/// One pair of words, and one more with probability 2^-12.
inline double full_range_uniform(Stream& stream) {
  constexpr int kExponentBits = 12;
  constexpr int kMostZeros = 1021;  // of a normal double
  const std::uint64_t pair = stream.next_pair();
  const std::uint64_t low_bits = pair & ((1 << kExponentBits) - 1);
  int zeros = kExponentBits;
  if (low_bits != 0) {
    zeros = std::countr_zero(low_bits);
  } else {
    int more;
    do {
      more = std::countr_zero(stream.next_pair());
      zeros += more;
    } while (more == 64 && zeros < kMostZeros);
    if (zeros > kMostZeros) zeros = kMostZeros;
  }
  const auto exponent = static_cast<std::uint64_t>(1022 - zeros);
  return std::bit_cast<double>(exponent << 52 | pair >> kExponentBits);
}

}  // namespace noisy
