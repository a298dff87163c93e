#include "engine/random/chacha20.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "tests/support/every_instruction_set.h"

namespace noisy {
namespace {

/// The block function as RFC 8439 section 2.3 writes it.
std::array<std::uint32_t, 16> textbook_block(const std::array<std::uint32_t, 16>& start) {
  std::array<std::uint32_t, 16> x = start;
  const auto quarter = [&](int a, int b, int c, int d) {
    x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = std::rotl(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = std::rotl(x[b] ^ x[c], 7);
  };
  for (int round = 0; round < 10; ++round) {
    quarter(0, 4, 8, 12), quarter(1, 5, 9, 13), quarter(2, 6, 10, 14), quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15), quarter(1, 6, 11, 12), quarter(2, 7, 8, 13), quarter(3, 4, 9, 14);
  }
  for (std::size_t i = 0; i < 16; ++i) x[i] += start[i];
  return x;
}

std::vector<std::byte> textbook(const ChaChaKey& key, std::uint64_t nonce, std::uint64_t first,
                                std::size_t blocks) {
  std::vector<std::byte> bytes(blocks * kChaChaBlockBytes);
  for (std::size_t i = 0; i < blocks; ++i) {
    std::array<std::uint32_t, 16> state = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    std::copy(key.begin(), key.end(), state.begin() + 4);
    state[12] = static_cast<std::uint32_t>(first + i);
    state[13] = static_cast<std::uint32_t>((first + i) >> 32);
    state[14] = static_cast<std::uint32_t>(nonce);
    state[15] = static_cast<std::uint32_t>(nonce >> 32);
    const auto block = textbook_block(state);
    std::memcpy(bytes.data() + i * kChaChaBlockBytes, block.data(), sizeof block);
  }
  return bytes;
}

std::vector<std::byte> ours(const ChaChaKey& key, std::uint64_t nonce, std::uint64_t first,
                            std::size_t blocks) {
  std::vector<std::byte> bytes(blocks * kChaChaBlockBytes);
  chacha20_blocks(key, nonce, first, blocks, bytes.data());
  return bytes;
}

std::string hex(const std::vector<std::byte>& bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<int>(byte) >> 4];
    text += "0123456789abcdef"[std::to_integer<int>(byte) & 15];
  }
  return text;
}

/// 00 01 02 ... 1f
constexpr ChaChaKey kCountingKey = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
                                    0x13121110, 0x17161514, 0x1b1a1918, 0x1f1e1d1c};

class ChaCha20 : public testing::EveryInstructionSet {};
INSTANTIATE_TEST_SUITE_P(All, ChaCha20, ::testing::ValuesIn(math::available_instruction_sets()),
                         testing::instruction_set_of);

TEST_P(ChaCha20, EqualsTheBlockOfRfc8439Section232) {
  // Block count 1 and nonce 000000090000004a00000000, cut into two 64-bit numbers.
  EXPECT_EQ(hex(ours(kCountingKey, 0x4a000000, 0x0900000000000001, 1)),
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
}

TEST_P(ChaCha20, EqualsTheKeyStreamsOfRfc8439AppendixA1) {
  const ChaChaKey zero{};
  EXPECT_EQ(hex(ours(zero, 0, 0, 2)),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
}

TEST_P(ChaCha20, BlocksSideBySideEqualTheTextbookInTheSameOrder) {
  for (const std::size_t blocks : {0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31}) {
    for (const std::uint64_t first : {0ull, 5ull, 0xfffffffeull, 0xfffffffffffffffeull}) {
      EXPECT_EQ(ours(kCountingKey, 0x0123456789abcdef, first, blocks),
                textbook(kCountingKey, 0x0123456789abcdef, first, blocks))
          << blocks << " blocks from " << first;
    }
  }
}

TEST_P(ChaCha20, FirstBlocksOfConsecutiveNoncesEqualTheTextbook) {
  for (const std::size_t nonces : {1, 3, 4, 8, 11}) {
    for (const std::uint64_t first : {0ull, 0xfffffffdull, 0xfffffffffffffffdull}) {
      std::vector<std::byte> bytes(nonces * kChaChaBlockBytes);
      chacha20_first_blocks(kCountingKey, first, nonces, bytes.data());
      std::vector<std::byte> expected;
      for (std::uint64_t i = 0; i < nonces; ++i) {
        const auto block = textbook(kCountingKey, first + i, 0, 1);
        expected.insert(expected.end(), block.begin(), block.end());
      }
      EXPECT_EQ(bytes, expected) << nonces << " nonces from " << first;
    }
  }
}

}  // namespace
}  // namespace noisy
