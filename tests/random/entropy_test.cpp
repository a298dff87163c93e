#include "engine/random/entropy.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>

namespace noisy {
namespace {

TEST(Entropy, FillsEveryByteAfresh) {
  // A byte that is not written keeps its value; one that is keeps it 16 times with chance 2^-128.
  using Bytes = std::array<std::byte, 32>;
  for (const std::byte before : {std::byte{0}, std::byte{0xff}}) {
    std::array<std::set<std::byte>, sizeof(Bytes)> seen;
    for (int repeat = 0; repeat < 16; ++repeat) {
      Bytes bytes;
      bytes.fill(before);
      ASSERT_TRUE(read_entropy(bytes));
      for (std::size_t i = 0; i < bytes.size(); ++i) seen[i].insert(bytes[i]);
    }
    for (const auto& values : seen) EXPECT_GT(values.size(), 1u);
  }
}

TEST(Entropy, TwoReadsDifferInEveryPartOfFourBytes) {
  // Parts of independent bytes agree with probability 8 / 2^32.
  std::array<std::uint32_t, 8> first, second;
  ASSERT_TRUE(read_entropy(std::as_writable_bytes(std::span(first))));
  ASSERT_TRUE(read_entropy(std::as_writable_bytes(std::span(second))));
  std::set<std::uint32_t> parts(first.begin(), first.end());
  parts.insert(second.begin(), second.end());
  EXPECT_EQ(parts.size(), 16u);  // nor is one part repeated: 120 / 2^32
}

TEST(Entropy, SaysSoWhereThePlatformRefuses) {
  // getentropy gives 256 bytes at most.
  std::array<std::byte, 257> too_many{};
  const auto read = read_entropy(too_many);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().field, "run.randomness.mode");
}

}  // namespace
}  // namespace noisy
