#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "engine/random/sha256_kernels.h"

namespace noisy {
namespace {

using Words = std::array<std::uint32_t, 8>;

std::uint32_t read_big_endian(const std::uint8_t* bytes) {
  std::uint32_t word;
  std::memcpy(&word, bytes, sizeof word);
  return __builtin_bswap32(word);
}

void compress(Words& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 64> schedule;
  for (std::size_t i = 0; i < 16; ++i) schedule[i] = read_big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t x = schedule[i - 15];
    const std::uint32_t y = schedule[i - 2];
    schedule[i] = schedule[i - 16] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) +
                  schedule[i - 7] + (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + kSha256RoundConstants[i] + schedule[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = std::exchange(g, std::exchange(f, std::exchange(e, d + first)));
    d = std::exchange(c, std::exchange(b, std::exchange(a, first + second)));
  }
  const Words mixed = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
}

}  // namespace

void sha256_portable(std::uint32_t* state, const std::uint8_t* blocks, std::size_t count) {
  constexpr std::size_t kBlockSize = 64;
  Words words;
  std::memcpy(words.data(), state, sizeof words);
  for (; count > 0; --count, blocks += kBlockSize) compress(words, blocks);
  std::memcpy(state, words.data(), sizeof words);
}

}  // namespace noisy
