#include "engine/random/sha256.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/support/every_instruction_set.h"

namespace noisy {
namespace {

class Sha256Test : public testing::EveryInstructionSet {};
INSTANTIATE_TEST_SUITE_P(All, Sha256Test, ::testing::ValuesIn(math::available_instruction_sets()),
                         testing::instruction_set_of);

// NIST, "SHA-256 examples" and the byte-oriented short and long messages of SHAVS.
TEST_P(Sha256Test, EqualsTheVectorsOfNist) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(to_hex(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                          "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(to_hex(sha256("\xd3")),
            "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1");
  EXPECT_EQ(to_hex(sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_P(Sha256Test, DoesNotDependOnHowTheMessageIsCut) {
  std::string message;
  for (int i = 0; i < 300; ++i) message += static_cast<char>(i * 7);
  for (std::size_t length = 0; length <= message.size(); length += 13) {
    const std::string_view text = std::string_view(message).substr(0, length);
    for (const std::size_t piece : {1, 55, 56, 63, 64, 65}) {
      Sha256 pieces;
      for (std::size_t at = 0; at < length; at += piece) pieces.update(text.substr(at, piece));
      EXPECT_EQ(pieces.finish(), sha256(text)) << length << " in pieces of " << piece;
    }
  }
}

TEST_P(Sha256Test, EqualsThePortableDigestsOfRandomMessagesCutAtRandom) {
  std::mt19937 random(1);
  for (std::size_t length = 0; length <= 300; ++length) {
    std::string message(length, '\0');
    for (char& c : message) c = static_cast<char>(random());
    ASSERT_TRUE(math::use_instruction_set(math::InstructionSet::baseline));
    const Sha256Digest portable = sha256(message);
    ASSERT_TRUE(math::use_instruction_set(GetParam()));
    EXPECT_EQ(sha256(message), portable) << length;
    Sha256 pieces;
    for (std::string_view left = message; !left.empty();) {
      const std::string_view piece = left.substr(0, random() % 200);
      pieces.update(piece);
      left.remove_prefix(piece.size());
    }
    EXPECT_EQ(pieces.finish(), portable) << length;
  }
}

TEST(Sha256, WritesIntegersAndDoublesLeastSignificantByteFirst) {
  EXPECT_EQ(Sha256().update_integer(0x0807060504030201).finish(),
            sha256("\x01\x02\x03\x04\x05\x06\x07\x08"));
  const double one[] = {1.0};
  EXPECT_EQ(Sha256().update_doubles(one).finish(),
            sha256(std::string_view("\0\0\0\0\0\0\xf0\x3f", 8)));
}

TEST(Sha256, FieldsCannotBeShiftedIntoEachOther) {
  EXPECT_NE(Sha256().update_field("ab").update_field("c").finish(),
            Sha256().update_field("a").update_field("bc").finish());
  EXPECT_NE(Sha256().update_field("").update_field("a").finish(),
            Sha256().update_field("a").update_field("").finish());
}

}  // namespace
}  // namespace noisy
