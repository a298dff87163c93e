#pragma once

#include <cstdint>
#include <span>

#include "engine/random/stream.h"

namespace noisy {

/// Integer noise with exactly the stated probabilities, from stream words by integer arithmetic
/// alone: nothing is rounded, so nothing leaks through rounding (Mironov 2012 shows what does).
///
/// Canonne, Kamath, Steinke (2020), "The Discrete Gaussian for Differential Privacy", Algorithms 2
/// and 3 with integer parameters. The bits are the same on every platform. How many words a draw
/// takes depends on its value, so its time does, too.
///
/// A fill function gives the same numbers as as many single draws.

/// Largest scale: draws then fit 63 bits except with probability below e^-4000000.
inline constexpr std::uint64_t kLargestDiscreteScale = std::uint64_t{1} << 40;

/// Discrete Laplace noise: P(z) = tanh(1 / (2 t)) e^(-|z| / t) for every integer z.
///
/// Added to a query of integers that moves by at most D in L1, it is D / t-DP.
///
/// @param scale  t, 1 .. kLargestDiscreteScale
std::int64_t discrete_laplace(Stream& stream, std::uint64_t scale);

/// Discrete Gaussian noise: P(z) proportional to e^(-z^2 / (2 sigma^2)) for every integer z. Its
/// variance is at most sigma^2.
///
/// Added to a query of integers that moves by at most D in L2, it is D^2 / (2 sigma^2)-zCDP.
///
/// @param sigma  1 .. kLargestDiscreteScale
std::int64_t discrete_gaussian(Stream& stream, std::uint64_t sigma);

void fill_discrete_laplace(Stream& stream, std::uint64_t scale, std::span<std::int64_t> out);
void fill_discrete_gaussian(Stream& stream, std::uint64_t sigma, std::span<std::int64_t> out);

}  // namespace noisy
