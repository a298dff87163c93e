// The keys of secure runs: every byte of the platform's entropy is in them.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>

#include "engine/random/entropy.h"
#include "engine/random/sha256.h"
#include "engine/random/stream.h"

namespace noisy {

namespace {

using Secret = std::array<std::byte, 32>;

/// What the platform's generator is taken to give: these bytes and no others, or nothing at all.
Secret g_entropy;
std::size_t g_asked = 0;
bool g_fails = false;

}  // namespace

// The only definition in this program: the library's own, in entropy.cpp, is not linked.
Result<void> read_entropy(std::span<std::byte> bytes) {
  for (std::byte& byte : bytes) byte = g_entropy.at(g_asked++);
  if (g_fails) return fail(ErrorCode::internal, "run.randomness.mode", "no entropy today");
  return {};
}

namespace {

Result<StreamFactory> factory_from(const Secret& secret, bool fails = false) {
  g_entropy = secret;
  g_asked = 0;
  g_fails = fails;
  return StreamFactory::secure();
}

StreamFactory keyed_by(const Secret& secret) {
  const auto factory = factory_from(secret);
  EXPECT_EQ(g_asked, secret.size());
  return factory.value();
}

std::uint64_t first_draw(const StreamFactory& factory, StreamPurpose purpose) {
  return factory.stream(purpose, 0).next_pair();
}

constexpr StreamPurpose kPurposes[] = {StreamPurpose::noise, StreamPurpose::sampling,
                                       StreamPurpose::output, StreamPurpose::start};

TEST(SecureKey, EveryBitOfAll32BytesReachesTheKeyOfEveryPurpose) {
  for (const StreamPurpose purpose : kPurposes) {
    std::set<std::uint64_t> draws = {first_draw(keyed_by(Secret{}), purpose)};
    for (std::size_t bit = 0; bit < 8 * sizeof(Secret); ++bit) {
      Secret secret{};
      secret[bit / 8] = std::byte{1} << (bit % 8);
      draws.insert(first_draw(keyed_by(secret), purpose));
    }
    EXPECT_EQ(draws.size(), 8 * sizeof(Secret) + 1);
  }
}

TEST(SecureKey, IsTheDigestOfTheDocumentedFields) {
  Secret secret;
  for (std::size_t i = 0; i < secret.size(); ++i) secret[i] = static_cast<std::byte>(3 * i + 1);
  const auto field = [](std::string_view text) {
    const std::uint64_t size = text.size();
    return std::string(reinterpret_cast<const char*>(&size), sizeof size) + std::string(text);
  };
  const std::string entropy(reinterpret_cast<const char*>(secret.data()), secret.size());
  const Sha256Digest digest =
      sha256(field("noisy-descent secure stream 1") + entropy + field("noise"));
  ChaChaKey key;
  std::memcpy(key.data(), digest.data(), sizeof key);
  std::uint64_t expected[8];
  chacha20_blocks(key, 5, 0, 1, reinterpret_cast<std::byte*>(expected));
  const StreamFactory factory = keyed_by(secret);
  EXPECT_EQ(factory.mode(), RandomnessMode::secure);
  Stream stream = factory.stream(StreamPurpose::noise, 5);
  for (const std::uint64_t pair : expected) EXPECT_EQ(stream.next_pair(), pair);
}

TEST(SecureKey, IsNoKeyWhereThePlatformFails) {
  Secret secret;
  secret.fill(std::byte{7});
  const auto factory = factory_from(secret, true);
  ASSERT_FALSE(factory);
  EXPECT_EQ(factory.error().code, ErrorCode::internal);
  EXPECT_EQ(factory.error().message, "no entropy today");
}

}  // namespace
}  // namespace noisy
