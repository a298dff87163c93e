#include "engine/random/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace noisy {
namespace {

static_assert(std::endian::native == std::endian::little,
              "doubles and words are written as they lie in memory");

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t read_big_endian(const std::uint8_t* bytes) {
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof word);
  return __builtin_bswap32(word);
}

}  // namespace

Sha256& Sha256::update(std::span<const std::byte> bytes) {
  const auto* source = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t left = bytes.size();
  const std::size_t filled = length_ % kBlockSize;
  length_ += left;
  if (filled > 0) {
    const std::size_t taken = std::min(left, kBlockSize - filled);
    std::copy_n(source, taken, pending_.begin() + static_cast<std::ptrdiff_t>(filled));
    source += taken;
    left -= taken;
    if (filled + taken < kBlockSize) return *this;
    compress(pending_.data());
  }
  for (; left >= kBlockSize; source += kBlockSize, left -= kBlockSize) compress(source);
  std::copy_n(source, left, pending_.begin());
  return *this;
}

Sha256& Sha256::update(std::string_view text) {
  return update(std::as_bytes(std::span(text.data(), text.size())));
}

Sha256& Sha256::update_integer(std::uint64_t value) {
  return update(std::as_bytes(std::span(&value, 1)));
}

Sha256& Sha256::update_field(std::string_view text) {
  return update_integer(text.size()).update(text);
}

Sha256& Sha256::update_doubles(std::span<const double> values) {
  return update(std::as_bytes(values));
}

Sha256Digest Sha256::finish() {
  const std::uint64_t bits = __builtin_bswap64(length_ * 8);
  const std::size_t filled = length_ % kBlockSize;
  const std::size_t padding = (filled < 56 ? 56 : 120) - filled;
  std::array<std::uint8_t, 120> tail{0x80};
  std::memcpy(tail.data() + padding, &bits, sizeof bits);
  update(std::as_bytes(std::span(tail).first(padding + sizeof bits)));
  Sha256Digest digest;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    const std::uint32_t word = __builtin_bswap32(state_[i]);
    std::memcpy(digest.data() + 4 * i, &word, sizeof word);
  }
  return digest;
}

void Sha256::compress(const std::uint8_t* block) {
  std::array<std::uint32_t, 64> schedule;
  for (std::size_t i = 0; i < 16; ++i) schedule[i] = read_big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t x = schedule[i - 15];
    const std::uint32_t y = schedule[i - 2];
    schedule[i] = schedule[i - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) +
                  schedule[i - 7] + (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + kRoundConstants[i] + schedule[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = std::exchange(g, std::exchange(f, std::exchange(e, d + first)));
    d = std::exchange(c, std::exchange(b, std::exchange(a, first + second)));
  }
  const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += mixed[i];
}

Sha256Digest sha256(std::string_view text) {
  return Sha256().update(text).finish();
}

std::string to_hex(const Sha256Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace noisy
