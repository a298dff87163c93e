#pragma once

#include <cstddef>
#include <cstdint>

/// Blocks of the ChaCha20 key stream side by side, block k in lane k of a code vector.
///
/// Each instruction set has its own object file. They must not share code, so everything here is
/// forced inline, and nothing of the standard library's is called.
namespace noisy {

/// Consecutive blocks: block k has the nonce `nonce + k nonce_step` and the number
/// `number + k number_step`, both modulo 2^64.
struct ChaChaBlocks {
  const std::uint32_t* key;  ///< eight words
  std::uint64_t nonce;
  std::uint64_t nonce_step;
  std::uint64_t number;
  std::uint64_t number_step;
};

/// Writes `count` blocks, 64 bytes each.
using ChaChaKernel = void (*)(const ChaChaBlocks& blocks, std::size_t count, std::byte* out);

void chacha20_baseline(const ChaChaBlocks& blocks, std::size_t count, std::byte* out);
void chacha20_avx2(const ChaChaBlocks& blocks, std::size_t count, std::byte* out);
/// Needs AVX-512 VL.
void chacha20_avx512(const ChaChaBlocks& blocks, std::size_t count, std::byte* out);

/// The vector types of so many 32-bit lanes.
template <int kLanes>
struct ChaChaVectors {
  typedef std::uint32_t Words __attribute__((vector_size(4 * kLanes)));
  typedef std::uint16_t HalfWords __attribute__((vector_size(4 * kLanes)));
  typedef std::uint8_t Bytes __attribute__((vector_size(4 * kLanes)));
};

/// @tparam kLanes  4 or 8 blocks at once
template <int kLanes>
class ChaChaLanes {
 public:
  [[gnu::always_inline]] static void write(ChaChaBlocks blocks, std::size_t count, std::byte* out) {
    Words start[16];
    set_constants(blocks.key, start);
    while (count >= kLanes) {
      set_numbers(blocks, start);
      write_group(start, out);
      blocks.nonce += kLanes * blocks.nonce_step;
      blocks.number += kLanes * blocks.number_step;
      out += kLanes * kBlockBytes;
      count -= kLanes;
    }
    if (count == 0) return;
    std::byte last[kLanes * kBlockBytes];
    set_numbers(blocks, start);
    write_group(start, last);
    __builtin_memcpy(out, last, count * kBlockBytes);
  }

 private:
  static constexpr int kBlockBytes = 64;
  using Words = typename ChaChaVectors<kLanes>::Words;
  using HalfWords = typename ChaChaVectors<kLanes>::HalfWords;
  using Bytes = typename ChaChaVectors<kLanes>::Bytes;
  using FourWords = ChaChaVectors<4>::Words;

  [[gnu::always_inline]] static void set_constants(const std::uint32_t* key, Words* start) {
    constexpr std::uint32_t kExpand32ByteK[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 4; ++i) start[i] = Words{} + kExpand32ByteK[i];
    for (int i = 0; i < 8; ++i) start[4 + i] = Words{} + key[i];
  }

  [[gnu::always_inline]] static void set_numbers(const ChaChaBlocks& blocks, Words* start) {
    std::uint64_t number = blocks.number, nonce = blocks.nonce;
    for (int lane = 0; lane < kLanes; ++lane) {
      start[12][lane] = static_cast<std::uint32_t>(number);
      start[13][lane] = static_cast<std::uint32_t>(number >> 32);
      start[14][lane] = static_cast<std::uint32_t>(nonce);
      start[15][lane] = static_cast<std::uint32_t>(nonce >> 32);
      number += blocks.number_step;
      nonce += blocks.nonce_step;
    }
  }

  template <int kBits>
  [[gnu::always_inline]] static Words rotate_left(Words x) {
#if !defined(__AVX512VL__)  // which rotates in one instruction
    if constexpr (kBits == 16) return swap_half_words(x);
#if defined(__SSSE3__) || defined(__wasm_simd128__)
    if constexpr (kBits == 8) return rotate_bytes(x);
#endif
#endif
    return (x << kBits) | (x >> (32 - kBits));
  }

  /// Half words and bytes move by one shuffle, which is cheaper than two shifts and an or.
  [[gnu::always_inline]] static Words swap_half_words(Words x) {
    const auto halves = __builtin_bit_cast(HalfWords, x);
    HalfWords moved;
    if constexpr (kLanes == 4) {
      moved = __builtin_shufflevector(halves, halves, 1, 0, 3, 2, 5, 4, 7, 6);
    } else {
      moved = __builtin_shufflevector(halves, halves, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12,
                                      15, 14);
    }
    return __builtin_bit_cast(Words, moved);
  }

  [[gnu::always_inline]] static Words rotate_bytes(Words x) {
    const auto bytes = __builtin_bit_cast(Bytes, x);
    Bytes moved;
    if constexpr (kLanes == 4) {
      moved = __builtin_shufflevector(bytes, bytes, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12,
                                      13, 14);
    } else {
      moved = __builtin_shufflevector(bytes, bytes, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12,
                                      13, 14, 19, 16, 17, 18, 23, 20, 21, 22, 27, 24, 25, 26, 31,
                                      28, 29, 30);
    }
    return __builtin_bit_cast(Words, moved);
  }

  [[gnu::always_inline]] static void quarter_round(Words& a, Words& b, Words& c, Words& d) {
    a += b;
    d = rotate_left<16>(d ^ a);
    c += d;
    b = rotate_left<12>(b ^ c);
    a += b;
    d = rotate_left<8>(d ^ a);
    c += d;
    b = rotate_left<7>(b ^ c);
  }

  /// Words 4k .. 4k+3 of four blocks, from lane = block to memory order.
  [[gnu::always_inline]] static void store_transposed(const FourWords* words, std::byte* out) {
    const FourWords low01 = __builtin_shufflevector(words[0], words[1], 0, 4, 1, 5);
    const FourWords low23 = __builtin_shufflevector(words[2], words[3], 0, 4, 1, 5);
    const FourWords high01 = __builtin_shufflevector(words[0], words[1], 2, 6, 3, 7);
    const FourWords high23 = __builtin_shufflevector(words[2], words[3], 2, 6, 3, 7);
    const FourWords rows[4] = {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
                               __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
                               __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
                               __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
    for (int block = 0; block < 4; ++block) {
      __builtin_memcpy(out + block * kBlockBytes, &rows[block], sizeof(FourWords));
    }
  }

  [[gnu::always_inline]] static void write_group(const Words* start, std::byte* out) {
    Words x[16];
    for (int i = 0; i < 16; ++i) x[i] = start[i];
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
    for (int i = 0; i < 16; ++i) x[i] += start[i];
    for (int first = 0; first < kLanes; first += 4) {
      for (int i = 0; i < 16; i += 4) {
        FourWords part[4];
        for (int k = 0; k < 4; ++k) {
          __builtin_memcpy(&part[k], reinterpret_cast<const std::byte*>(&x[i + k]) + 4 * first,
                           sizeof(FourWords));
        }
        store_transposed(part, out + first * kBlockBytes + 4 * i);
      }
    }
  }
};

}  // namespace noisy
