#include "engine/random/distributions.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/math/elementary.h"
#include "engine/math/elementary_kernels.h"
#include "engine/math/lanes.h"

namespace noisy {
namespace {

/// Pairs that a fill takes from the stream in one go; a multiple of the lanes below.
constexpr std::size_t kChunk = 128;

/// Logarithms are taken two at a time, which every machine can; each lane has the bits of
/// math::log.
constexpr int kLanes = 2;
using Lanes = math::Lanes<kLanes>::Double;

using Chunk = std::array<std::uint64_t, kChunk>;

/// `magnitude`, negative when the pair's lowest bit is set. That bit is no part of the 53 upper
/// ones.
double with_random_sign(double magnitude, std::uint64_t pair) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) ^ pair << 63);
}

/// -log(u) for u in (0, 1].
double exponential_of(std::uint64_t pair) {
  return -math::log(detail::positive_unit_interval(pair));
}

/// Calls `take(out, pairs)` with matching parts of the span and of the stream's pairs.
template <class Take>
void in_chunks(Stream& stream, std::span<double> out, const Take& take) {
  Chunk pairs{};
  while (!out.empty()) {
    const std::size_t count = std::min(out.size(), kChunk);
    stream.fill_pairs(std::span(pairs).first(count));
    take(out.first(count), pairs);
    out = out.subspan(count);
  }
}

/// exponential_of every pair, into as many doubles as the span has entries, rounded up to the
/// lanes.
void exponentials_of(const Chunk& pairs, std::size_t count, std::array<double, kChunk>& out) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    Lanes uniforms;
    for (int lane = 0; lane < kLanes; ++lane) {
      uniforms[lane] = detail::positive_unit_interval(pairs[i + static_cast<std::size_t>(lane)]);
    }
    math::store(out.data() + i, -math::kernel::log_regular(uniforms));
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
  const std::uint64_t pair = stream.next_pair();
  return with_random_sign(scale * exponential_of(pair), pair);
}

namespace {

double gumbel_of(double exponential, double scale) {
  return -scale * math::log(std::max(exponential, 0x1p-54));
}

}  // namespace

double gumbel(Stream& stream, double scale) {
  return gumbel_of(exponential(stream, 1), scale);
}

void fill_gumbel(Stream& stream, double scale, std::span<double> out) {
  fill_exponential(stream, 1, out);
  for (double& value : out) value = gumbel_of(value, scale);
}

void fill_uniform(Stream& stream, std::span<double> out) {
  in_chunks(stream, out, [](std::span<double> part, const Chunk& pairs) {
    std::transform(part.begin(), part.end(), pairs.begin(), part.begin(),
                   [](double, std::uint64_t pair) { return detail::unit_interval(pair); });
  });
}

void fill_exponential(Stream& stream, double scale, std::span<double> out) {
  in_chunks(stream, out, [scale](std::span<double> part, const Chunk& pairs) {
    std::array<double, kChunk> units;
    exponentials_of(pairs, part.size(), units);
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = scale * units[i];
  });
}

void fill_laplace(Stream& stream, double scale, std::span<double> out) {
  in_chunks(stream, out, [scale](std::span<double> part, const Chunk& pairs) {
    std::array<double, kChunk> units;
    exponentials_of(pairs, part.size(), units);
    for (std::size_t i = 0; i < part.size(); ++i) {
      part[i] = with_random_sign(scale * units[i], pairs[i]);
    }
  });
}

}  // namespace noisy
