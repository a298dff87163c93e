#include "engine/random/stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "engine/random/sha256.h"

namespace noisy {
namespace {

StreamIdentity identity() {
  return {.seed = 1, .algorithm = "dp-nag", .stream = 0, .sweep = "", .repeat = 0};
}

std::uint64_t first_draw(const StreamIdentity& of) {
  return StreamFactory::reproducible(of).stream(StreamPurpose::noise, 0).next_pair();
}

TEST(Stream, IsOneSequenceOfWordsHoweverItIsTaken) {
  const StreamFactory factory = StreamFactory::reproducible(identity());
  Stream words = factory.stream(StreamPurpose::noise, 3);
  std::vector<std::uint32_t> expected(1000);
  for (std::uint32_t& word : expected) word = words.next_word();

  for (const std::size_t skipped : {0, 1, 2, 61, 63, 64}) {
    for (const std::size_t pairs : {0, 1, 31, 32, 33, 100, 400}) {
      Stream single = factory.stream(StreamPurpose::noise, 3);
      Stream filled = factory.stream(StreamPurpose::noise, 3);
      for (std::size_t i = 0; i < skipped; ++i) single.next_word(), filled.next_word();
      std::vector<std::uint64_t> out(pairs);
      filled.fill_pairs(out);
      for (std::size_t i = 0; i < pairs; ++i) {
        const std::uint64_t low = expected[skipped + 2 * i];
        const std::uint64_t high = expected[skipped + 2 * i + 1];
        ASSERT_EQ(out[i], low | high << 32) << skipped << " " << pairs << " " << i;
        ASSERT_EQ(single.next_pair(), out[i]);
      }
      EXPECT_EQ(filled.next_word(), expected[skipped + 2 * pairs]);
    }
  }
}

TEST(Stream, AStepDoesNotDependOnHowManyDrawsAnotherUsed) {
  const StreamFactory factory = StreamFactory::reproducible(identity());
  Stream used = factory.stream(StreamPurpose::noise, 7);
  for (int i = 0; i < 1000; ++i) used.next_pair();
  Stream after = factory.stream(StreamPurpose::noise, 8);
  Stream alone = StreamFactory::reproducible(identity()).stream(StreamPurpose::noise, 8);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(after.next_pair(), alone.next_pair());
}

TEST(SuccessiveStreams, AreTheStreamsOfTheirSteps) {
  const StreamKey key = StreamFactory::reproducible(identity()).key(StreamPurpose::sampling);
  for (const std::uint64_t first : {0ull, 5ull, 0xfffffffffffffffeull}) {
    const SuccessiveStreams streams(key, first);
    for (std::size_t i = 0; i < SuccessiveStreams::kSteps; ++i) {
      Stream together = streams.stream(i);
      Stream alone(key, first + i);
      for (int word = 0; word < 300; ++word) {
        ASSERT_EQ(together.next_word(), alone.next_word()) << first << " " << i << " " << word;
      }
      Stream filled = streams.stream(i);
      Stream again(key, first + i);
      std::vector<std::uint64_t> pairs(100), expected(100);
      filled.fill_pairs(pairs);
      again.fill_pairs(expected);
      EXPECT_EQ(pairs, expected);
    }
  }
}

TEST(StreamFactory, EveryPartOfTheIdentityMovesTheDraws) {
  std::set<std::uint64_t> draws;
  const auto add = [&](StreamIdentity of) { draws.insert(first_draw(of)); };
  add(identity());
  StreamIdentity other = identity();
  other.seed = 2, add(other), other = identity();
  other.algorithm = "dp-nag-opt", add(other), other = identity();
  other.stream = 1, add(other), other = identity();
  other.sweep = "privacy.epsilon=1", add(other), other = identity();
  other.repeat = 1, add(other), other = identity();
  other.common = true, add(other);
  EXPECT_EQ(draws.size(), 7u);
}

TEST(StreamFactory, PurposesAndStepsAreSeparate) {
  const StreamFactory factory = StreamFactory::reproducible(identity());
  std::set<std::uint64_t> draws;
  for (std::size_t purpose = 0; purpose < kStreamPurposes; ++purpose) {
    for (const std::uint64_t step : {0ull, 1ull, 1ull << 32, ~0ull}) {
      draws.insert(factory.stream(static_cast<StreamPurpose>(purpose), step).next_pair());
    }
  }
  EXPECT_EQ(draws.size(), 4 * kStreamPurposes);
}

TEST(StreamFactory, CommonNoiseLeavesOutTheAlgorithmAndTheSweepOnly) {
  StreamIdentity first = identity();
  first.common = true;
  StreamIdentity second = first;
  second.algorithm = "dp-gd";
  second.sweep = "privacy.epsilon=10";
  EXPECT_EQ(first_draw(first), first_draw(second));
  second.repeat = 1;
  EXPECT_NE(first_draw(first), first_draw(second));
}

// Links and papers hold these draws: a change of the key's encoding must be noticed.
TEST(StreamFactory, KeysAreFrozen) {
  StreamIdentity full{.seed = 0xfedcba9876543210,
                      .algorithm = "dp-nag-opt",
                      .stream = 2,
                      .sweep = "privacy.epsilon=0.1",
                      .repeat = 19};
  EXPECT_EQ(first_draw(identity()), 0x937281c07ce16254u);
  EXPECT_EQ(first_draw(full), 0xb8704d1b733fac7cu);
  full.common = true;
  EXPECT_EQ(first_draw(full), 0xfe791efae1ec90au);
  Stream data = StreamFactory::synthetic_data(1, "logistic").stream(StreamPurpose::data, 0);
  EXPECT_EQ(data.next_pair(), 0xf280897cebdf96d3u);
}

// The key spelled out byte by byte, as another program would have to build it.
TEST(StreamFactory, TheKeyIsTheDigestOfTheDocumentedFields) {
  const auto integer = [](std::uint64_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
  };
  const auto field = [&](std::string_view text) {
    return integer(text.size()) + std::string(text);
  };
  const Sha256Digest digest =
      sha256(field("noisy-descent run stream 1") + integer(1) + integer(0) + field("dp-nag") +
             field("") + integer(0) + integer(0) + field("noise"));
  ChaChaKey key;
  std::memcpy(key.data(), digest.data(), sizeof key);
  std::uint64_t expected[8];
  chacha20_blocks(key, 5, 0, 1, reinterpret_cast<std::byte*>(expected));
  Stream stream = StreamFactory::reproducible(identity()).stream(StreamPurpose::noise, 5);
  for (const std::uint64_t pair : expected) EXPECT_EQ(stream.next_pair(), pair);
}

TEST(StreamFactory, SecureKeysAreFreshAndSayWhatTheyAre) {
  std::set<std::uint64_t> draws;
  for (int i = 0; i < 8; ++i) {
    const Result<StreamFactory> factory = StreamFactory::secure();
    ASSERT_TRUE(factory.has_value());
    EXPECT_EQ(factory->mode(), RandomnessMode::secure);
    EXPECT_EQ(factory->key(StreamPurpose::noise).mode(), RandomnessMode::secure);
    draws.insert(factory->stream(StreamPurpose::noise, 0).next_pair());
    draws.insert(factory->stream(StreamPurpose::sampling, 0).next_pair());
  }
  EXPECT_EQ(draws.size(), 16u);
  EXPECT_EQ(StreamFactory::reproducible(identity()).mode(), RandomnessMode::reproducible);
}

}  // namespace
}  // namespace noisy
