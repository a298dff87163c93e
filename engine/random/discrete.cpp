#include "engine/random/discrete.h"

#include "engine/random/distributions.h"
#include "engine/random/exact_bernoulli.h"

namespace noisy {
namespace {

/// x with P(x) proportional to e^(-x / t) for x = 0, 1, ...: x = offset + multiple * t, two
/// independent parts.
std::uint64_t geometric(Stream& stream, std::uint64_t scale) {
  std::uint64_t offset;
  do {
    offset = bounded_integer(stream, scale);
  } while (!bernoulli_exp_fraction(stream, offset, scale));
  std::uint64_t multiple = 0;
  while (bernoulli_exp_one(stream)) ++multiple;
  return offset + multiple * scale;
}

/// True with probability exp(-(distance / sigma)^2 / 2).
///
/// With distance = w sigma + r the exponent is w^2 / 2 + w (r / sigma) + (r / sigma)^2 / 2, and
/// coins of each part together are a coin of the sum. So 64 bits hold every number.
bool accept_gaussian(Stream& stream, std::uint64_t distance, std::uint64_t sigma) {
  const std::uint64_t whole = distance < sigma ? 0 : distance / sigma;
  const std::uint64_t rest = distance - whole * sigma;
  for (std::uint64_t i = 0; i < whole * whole; ++i) {
    if (!bernoulli_exp_fraction(stream, 1, 2)) return false;
  }
  for (std::uint64_t i = 0; i < whole; ++i) {
    if (!bernoulli_exp_fraction(stream, rest, sigma)) return false;
  }
  return detail::first_failure_is_odd([&](std::uint64_t k) {
    return bernoulli_ratio(stream, 1, 2 * k) && bernoulli_ratio(stream, rest, sigma) &&
           bernoulli_ratio(stream, rest, sigma);
  });
}

std::uint64_t magnitude(std::int64_t z) {
  return z < 0 ? -static_cast<std::uint64_t>(z) : static_cast<std::uint64_t>(z);
}

}  // namespace

std::int64_t discrete_laplace(Stream& stream, std::uint64_t scale) {
  while (true) {
    const std::uint64_t size = geometric(stream, scale);
    const bool negative = (stream.next_word() & 1) != 0;
    // Zero has two signs and would come twice as often.
    if (negative && size == 0) continue;
    return static_cast<std::int64_t>(negative ? -size : size);
  }
}

// A Laplace draw y of scale sigma is kept with probability exp(-(|y| - sigma)^2 / (2 sigma^2)):
// the product is proportional to e^(-y^2 / (2 sigma^2)). About three of four are kept.
std::int64_t discrete_gaussian(Stream& stream, std::uint64_t sigma) {
  while (true) {
    const std::int64_t z = discrete_laplace(stream, sigma);
    const std::uint64_t size = magnitude(z);
    const std::uint64_t distance = size < sigma ? sigma - size : size - sigma;
    if (accept_gaussian(stream, distance, sigma)) return z;
  }
}

void fill_discrete_laplace(Stream& stream, std::uint64_t scale, std::span<std::int64_t> out) {
  for (std::int64_t& z : out) z = discrete_laplace(stream, scale);
}

void fill_discrete_gaussian(Stream& stream, std::uint64_t sigma, std::span<std::int64_t> out) {
  for (std::int64_t& z : out) z = discrete_gaussian(stream, sigma);
}

}  // namespace noisy
