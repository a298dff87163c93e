#include "engine/random/distributions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// Pairs that a fill takes from the stream in one go.
constexpr std::size_t kChunk = 128;

/// -log(u) of the pair's upper 53 bits, u in (0, 1].
double exponential_of(std::uint64_t pair) {
  return -math::log(static_cast<double>((pair >> 11) + 1) * 0x1p-53);
}

/// The lowest bit is the sign; the magnitude uses the upper 53 bits only.
double laplace_of(std::uint64_t pair, double scale) {
  const double magnitude = scale * exponential_of(pair);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) ^ pair << 63);
}

/// One transformed pair per entry.
template <class Transform>
void fill(Stream& stream, std::span<double> out, const Transform& transform) {
  std::array<std::uint64_t, kChunk> pairs;
  while (!out.empty()) {
    const std::size_t count = std::min(out.size(), kChunk);
    stream.fill_pairs(std::span(pairs).first(count));
    std::transform(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(count), out.begin(),
                   transform);
    out = out.subspan(count);
  }
}

std::uint64_t bounded_by_word(Stream& stream, std::uint64_t bound) {
  std::uint64_t product = stream.next_word() * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint64_t rejected = (std::uint64_t{1} << 32) % bound;
    while (static_cast<std::uint32_t>(product) < rejected) product = stream.next_word() * bound;
  }
  return product >> 32;
}

std::uint64_t bounded_by_pair(Stream& stream, std::uint64_t bound) {
  __extension__ typedef unsigned __int128 Product;
  Product product = static_cast<Product>(stream.next_pair()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t rejected = -bound % bound;
    while (static_cast<std::uint64_t>(product) < rejected) {
      product = static_cast<Product>(stream.next_pair()) * bound;
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

std::uint64_t bounded_integer(Stream& stream, std::uint64_t bound) {
  return bound <= std::uint64_t{1} << 32 ? bounded_by_word(stream, bound)
                                         : bounded_by_pair(stream, bound);
}

double exponential(Stream& stream, double scale) {
  return scale * exponential_of(stream.next_pair());
}

double laplace(Stream& stream, double scale) {
  return laplace_of(stream.next_pair(), scale);
}

void fill_uniform(Stream& stream, std::span<double> out) {
  fill(stream, out, [](std::uint64_t pair) { return static_cast<double>(pair >> 11) * 0x1p-53; });
}

void fill_exponential(Stream& stream, double scale, std::span<double> out) {
  fill(stream, out, [scale](std::uint64_t pair) { return scale * exponential_of(pair); });
}

void fill_laplace(Stream& stream, double scale, std::span<double> out) {
  fill(stream, out, [scale](std::uint64_t pair) { return laplace_of(pair, scale); });
}

}  // namespace noisy
