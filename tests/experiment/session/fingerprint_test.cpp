#include "engine/experiment/session/fingerprint.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace noisy {
namespace {

std::string digest_of(std::initializer_list<Vector> vectors) {
  RunFingerprint fingerprint;
  for (const Vector& vector : vectors) fingerprint.add(vector);
  return to_hex(fingerprint.finish());
}

TEST(Fingerprint, IsTheShaOfLittleEndianDoubles) {
  // printf '000000000000f03f0000000000000000' | xxd -r -p | sha256sum
  EXPECT_EQ(digest_of({Vector::Unit(2, 0)}),
            "3239b05c38b825ebb79f103172438292a22a0951351a6b81be1df5d44776cc65");
}

TEST(Fingerprint, DistinguishesTheSignOfZeroAndTheLastBit) {
  EXPECT_NE(digest_of({Vector::Constant(1, 0.0)}), digest_of({Vector::Constant(1, -0.0)}));
  EXPECT_NE(digest_of({Vector::Constant(1, 1.0)}), digest_of({Vector::Constant(1, 1.0 + 0x1p-52)}));
}

TEST(Fingerprint, TakesEveryNanForTheSame) {
  const double quiet = std::numeric_limits<double>::quiet_NaN();
  const double other = std::bit_cast<double>(std::uint64_t{0xfff8000000000123});
  EXPECT_EQ(digest_of({Vector::Constant(1, quiet)}), digest_of({Vector::Constant(1, other)}));
}

TEST(Fingerprint, HasNoSeamsInLongVectors) {
  const Vector all = Vector::LinSpaced(1000, 0, 1);
  EXPECT_EQ(digest_of({all}), digest_of({all.head(300), all.tail(700)}));
}

TEST(Fingerprint, OfAnExperimentDependsOnTheOrderOfItsRuns) {
  const std::string a(64, 'a');
  const std::string b(64, 'b');
  EXPECT_NE(combine_fingerprints(std::vector{a, b}), combine_fingerprints(std::vector{b, a}));
}

}  // namespace
}  // namespace noisy
