#include "engine/random/chacha20.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace noisy {
namespace {

static_assert(std::endian::native == std::endian::little, "blocks are little-endian words");

/// One state word of four blocks: lane = block.
typedef std::uint32_t Lanes __attribute__((vector_size(16)));
typedef std::uint16_t HalfWords __attribute__((vector_size(16)));
typedef std::uint8_t Bytes __attribute__((vector_size(16)));

using State = std::array<Lanes, 16>;

template <int kBits>
Lanes rotate_left(Lanes x) {
  return (x << kBits) | (x >> (32 - kBits));
}

/// Half words move by one shuffle, which is cheaper than two shifts and an or.
template <>
Lanes rotate_left<16>(Lanes x) {
  const auto halves = std::bit_cast<HalfWords>(x);
  return std::bit_cast<Lanes>(__builtin_shufflevector(halves, halves, 1, 0, 3, 2, 5, 4, 7, 6));
}

#if defined(__SSSE3__) || defined(__wasm_simd128__)
/// So do bytes, where the machine can shuffle them.
template <>
Lanes rotate_left<8>(Lanes x) {
  const auto bytes = std::bit_cast<Bytes>(x);
  return std::bit_cast<Lanes>(
      __builtin_shufflevector(bytes, bytes, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14));
}
#endif

void quarter_round(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
  a += b;
  d = rotate_left<16>(d ^ a);
  c += d;
  b = rotate_left<12>(b ^ c);
  a += b;
  d = rotate_left<8>(d ^ a);
  c += d;
  b = rotate_left<7>(b ^ c);
}

Lanes broadcast(std::uint32_t word) {
  return Lanes{word, word, word, word};
}

void set_block_numbers(State& state, std::uint64_t first_block) {
  for (std::size_t lane = 0; lane < kChaChaBlocksAtOnce; ++lane) {
    const std::uint64_t number = first_block + lane;
    state[12][lane] = static_cast<std::uint32_t>(number);
    state[13][lane] = static_cast<std::uint32_t>(number >> 32);
  }
}

State initial_state(const ChaChaKey& key, std::uint64_t nonce) {
  State state;
  constexpr std::array<std::uint32_t, 4> kExpand32ByteK = {0x61707865, 0x3320646e, 0x79622d32,
                                                           0x6b206574};
  for (std::size_t i = 0; i < 4; ++i) state[i] = broadcast(kExpand32ByteK[i]);
  for (std::size_t i = 0; i < 8; ++i) state[4 + i] = broadcast(key[i]);
  state[14] = broadcast(static_cast<std::uint32_t>(nonce));
  state[15] = broadcast(static_cast<std::uint32_t>(nonce >> 32));
  return state;
}

/// Words 4k .. 4k+3 of four blocks, from lane = block to memory order.
void store_transposed(const Lanes* words, std::byte* out) {
  const Lanes low01 = __builtin_shufflevector(words[0], words[1], 0, 4, 1, 5);
  const Lanes low23 = __builtin_shufflevector(words[2], words[3], 0, 4, 1, 5);
  const Lanes high01 = __builtin_shufflevector(words[0], words[1], 2, 6, 3, 7);
  const Lanes high23 = __builtin_shufflevector(words[2], words[3], 2, 6, 3, 7);
  const std::array<Lanes, 4> rows = {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
                                     __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
                                     __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
                                     __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
  for (std::size_t block = 0; block < 4; ++block) {
    std::memcpy(out + block * kChaChaBlockBytes, &rows[block], sizeof(Lanes));
  }
}

void four_blocks(const State& start, std::byte* out) {
  State x = start;
  for (int round = 0; round < 20; round += 2) {
    quarter_round(x[0], x[4], x[8], x[12]);
    quarter_round(x[1], x[5], x[9], x[13]);
    quarter_round(x[2], x[6], x[10], x[14]);
    quarter_round(x[3], x[7], x[11], x[15]);
    quarter_round(x[0], x[5], x[10], x[15]);
    quarter_round(x[1], x[6], x[11], x[12]);
    quarter_round(x[2], x[7], x[8], x[13]);
    quarter_round(x[3], x[4], x[9], x[14]);
  }
  for (std::size_t i = 0; i < 16; ++i) x[i] += start[i];
  for (std::size_t i = 0; i < 16; i += 4) store_transposed(&x[i], out + 4 * i);
}

}  // namespace

void chacha20_blocks(const ChaChaKey& key, std::uint64_t nonce, std::uint64_t first_block,
                     std::size_t blocks, std::byte* out) {
  constexpr std::size_t kGroupBytes = kChaChaBlocksAtOnce * kChaChaBlockBytes;
  State state = initial_state(key, nonce);
  for (; blocks >= kChaChaBlocksAtOnce; blocks -= kChaChaBlocksAtOnce) {
    set_block_numbers(state, first_block);
    four_blocks(state, out);
    first_block += kChaChaBlocksAtOnce;
    out += kGroupBytes;
  }
  if (blocks == 0) return;
  std::array<std::byte, kGroupBytes> last;
  set_block_numbers(state, first_block);
  four_blocks(state, last.data());
  std::copy_n(last.begin(), blocks * kChaChaBlockBytes, out);
}

}  // namespace noisy
