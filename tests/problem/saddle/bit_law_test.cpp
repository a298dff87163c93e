// The law of the bits of a Markov chain: shares of cells by enumeration, against a walk along the
// chain and against its records.
#include "engine/problem/saddle/bit_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/data/generator.h"
#include "engine/math/reduce.h"
#include "engine/problem/saddle/population_data.h"

namespace noisy::testing {
namespace {

QueryFamily parities(Index bits) {
  return QueryFamily({.levels = std::vector<Index>(static_cast<std::size_t>(bits), 2),
                      .order = 3,
                      .kind = QueryKind::parities});
}

/// E (-1)^(sum of these bits): one bit after the other, as a pair of (signed) chances that the last
/// one is 0 or 1, by the numbers of the paper's setting.
double parity_along_the_chain(const std::vector<Index>& bits, Index count) {
  double zero = 0, one = 0;
  for (Index b = 0; b < count; ++b) {
    const double stays = 0.75 + 0.02 * static_cast<double>(b % 3);
    const double next_zero = b == 0 ? 0.3 : stays * zero + (1 - stays) * one;
    const double next_one = b == 0 ? 0.7 : stays * one + (1 - stays) * zero;
    const bool is_in = std::ranges::find(bits, b) != bits.end();
    zero = next_zero;
    one = is_in ? -next_one : next_one;
  }
  return zero + one;
}

TEST(BitLaw, AnswersEveryParityAsAWalkAlongTheChainDoes) {
  for (const Index bits : {3, 8, 11}) {
    const QueryFamily family = parities(bits);
    const Vector shares = bit_shares(family, bits);
    EXPECT_NEAR(math::sum(math::view(shares)), 1, 1e-13);
    std::vector<double> answers(static_cast<std::size_t>(family.queries()));
    family.answers(math::view(shares), answers);
    for (const QueryFamily::Table& table : family.tables()) {
      EXPECT_NEAR(answers[static_cast<std::size_t>(table.first)],
                  parity_along_the_chain(table.columns, bits), 1e-13);
    }
  }
}

/// P7 of saddle-mirror-descent: 92 parities of order 1 to 3 of 8 bits; the histogram of equal
/// shares is 0.580 off.
TEST(BitLaw, IsAsFarFromEqualSharesAsItsPaperSettingSays) {
  const QueryFamily family = parities(8);
  EXPECT_EQ(family.queries(), 92);
  const Vector law = bit_shares(family, 8);
  std::vector<double> answers(92);
  family.answers(math::view(law), answers);
  double largest = 0;
  for (const double answer : answers) largest = std::max(largest, std::abs(answer));
  EXPECT_NEAR(largest, 0.580, 5e-4);
}

/// 200,000 records: a mean of bits deviates by 0.5 / sqrt(n) = 0.0011 at most, and five of these
/// are exceeded with probability 6e-7 in each of 8. Seeds are fixed.
TEST(BitLaw, HasTheMeansOfItsRecords) {
  const SyntheticParameters law{
      .name = "markov-bits", .samples = 200'000, .features = 8, .seed = 3};
  const auto drawn = make_synthetic(law, DataLayout::rows, 0, 1e9);
  ASSERT_TRUE(drawn);
  const Vector means = mean_record(law).value();
  for (Index b = 0; b < 8; ++b) {
    double sum = 0;
    for (Index i = 0; i < law.samples; ++i) sum += drawn->data.feature(i, b);
    EXPECT_NEAR(sum / 200'000, means[b], 5 * 0.0011);
    EXPECT_NEAR(means[b], (1 - parity_along_the_chain({b}, 8)) / 2, 1e-14);
  }
}

}  // namespace
}  // namespace noisy::testing
