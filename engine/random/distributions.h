#pragma once

#include <cstdint>
#include <span>

#include "engine/random/stream.h"

namespace noisy {

namespace detail {

/// The upper 53 bits as k * 2^-53. (Signed, because machines convert signed integers faster.)
inline double unit_interval(std::uint64_t pair) {
  return static_cast<double>(static_cast<std::int64_t>(pair >> 11)) * 0x1p-53;
}

/// The upper 53 bits as (k + 1) * 2^-53.
inline double positive_unit_interval(std::uint64_t pair) {
  return static_cast<double>(static_cast<std::int64_t>(pair >> 11) + 1) * 0x1p-53;
}

}  // namespace detail

/// Draws from a stream whose bits are the same on every platform. They are ordinary doubles, so as
/// privacy noise they are "floating", not hardened (Mironov 2012).
///
/// A fill function gives the same numbers as as many single draws, faster.

/// k * 2^-53 with k uniform on 0 .. 2^53 - 1: uniform on [0, 1). Takes one pair of words.
inline double uniform(Stream& stream) {
  return detail::unit_interval(stream.next_pair());
}

/// k * 2^-53 with k uniform on 1 .. 2^53: uniform on (0, 1], safe for a logarithm. One pair.
inline double uniform_positive(Stream& stream) {
  return detail::positive_unit_interval(stream.next_pair());
}

/// An integer uniform on 0 .. bound-1, without bias (Lemire 2019, ACM TOMACS 29:1): one word for
/// bounds up to 2^32, else one pair, more only after a rejection.
///
/// @param bound  at least 1
std::uint64_t bounded_integer(Stream& stream, std::uint64_t bound);

/// scale * E with P(E > t) = e^-t. Mean and standard deviation are `scale`. One pair.
double exponential(Stream& stream, double scale);

/// Laplace noise of density e^(-|x|/scale) / (2 scale): a random sign times an exponential. One
/// pair.
///
/// @param scale  b: E|x| = b, Var x = 2 b^2. It is NOT the standard deviation, which is b * sqrt(2)
double laplace(Stream& stream, double scale);

/// Gumbel noise, P(x <= t) = exp(-e^(-t/scale)): -scale ln E with E exponential of mean 1. The
/// largest of score_k + noise_k is k with probability e^(score_k/scale) / sum_j e^(score_j/scale).
/// E below 2^-54 counts as that, so the noise is at most 37.5 scales. One pair.
double gumbel(Stream& stream, double scale);

/// Normal with mean 0, by the ziggurat of 256 layers (Marsaglia and Tsang 2000, with the layer, the
/// sign and the position taken from separate bits). One pair for 98.8% of the draws.
///
/// @param standard_deviation  sigma: Var x = sigma^2
double normal(Stream& stream, double standard_deviation);

void fill_uniform(Stream& stream, std::span<double> out);
void fill_exponential(Stream& stream, double scale, std::span<double> out);
void fill_laplace(Stream& stream, double scale, std::span<double> out);
void fill_gumbel(Stream& stream, double scale, std::span<double> out);
void fill_normal(Stream& stream, double standard_deviation, std::span<double> out);

/// The x with P(N(0, 1) <= x) = probability, within 1e-15 relative (Wichura, algorithm AS 241).
/// -infinity at 0, infinity at 1, NaN outside.
double normal_quantile(double probability);

}  // namespace noisy
