#include "engine/random/exact_bernoulli.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/random/goodness_of_fit.h"
#include "tests/random/naive_discrete.h"

namespace noisy {
namespace {

using naive::Natural;
using testing::is_plausible;

constexpr int kDraws = 1'000'000;

Stream stream(std::uint64_t step) {
  return StreamFactory::reproducible({.seed = 22, .algorithm = "bernoulli"})
      .stream(StreamPurpose::noise, step);
}

template <class Coin>
double heads(std::uint64_t step, const Coin& coin) {
  Stream source = stream(step);
  double count = 0;
  for (int i = 0; i < kDraws; ++i) count += coin(source) ? 1 : 0;
  return count;
}

struct Ratio {
  std::uint64_t numerator;
  std::uint64_t denominator;
};

constexpr std::uint64_t kOne = 1;
const Ratio kRatios[] = {{1, 2},
                         {1, 3},
                         {999, 1000},
                         {1, 100'000},
                         {123'456'789'012, 987'654'321'098},
                         {kOne << 61, (kOne << 62) + 12345},
                         {(kOne << 63) - 2, (kOne << 63) - 1}};

TEST(BernoulliRatio, HasItsProbabilityAtFalseAlarmRate1e9) {
  for (const auto& [numerator, denominator] : kRatios) {
    const double p = static_cast<double>(numerator) / static_cast<double>(denominator);
    const double count =
        heads(1, [&](Stream& s) { return bernoulli_ratio(s, numerator, denominator); });
    EXPECT_TRUE(p == 1 ? count == kDraws : is_plausible(count, kDraws, p)) << p << " " << count;
  }
}

TEST(BernoulliRatio, IsCertainAtTheEndsAndTakesNoWords) {
  Stream used = stream(2);
  for (const std::uint64_t denominator : {kOne, std::uint64_t{77}, (kOne << 63) - 1}) {
    EXPECT_FALSE(bernoulli_ratio(used, 0, denominator));
    EXPECT_TRUE(bernoulli_ratio(used, denominator, denominator));
    EXPECT_FALSE(bernoulli_ratio_wide(used, 0, denominator));
    EXPECT_TRUE(bernoulli_ratio_wide(used, denominator, denominator));
  }
  Stream fresh = stream(2);
  EXPECT_EQ(used.next_word(), fresh.next_word());
}

TEST(BernoulliRatio, EqualsLongDivisionOnTheSameWords) {
  for (const auto& [numerator, denominator] : kRatios) {
    Stream ours = stream(3), wide = stream(3), twins = stream(3);
    for (int i = 0; i < 2000; ++i) {
      const bool expected = naive::bernoulli(twins, Natural(numerator), Natural(denominator));
      ASSERT_EQ(bernoulli_ratio(ours, numerator, denominator), expected);
      ASSERT_EQ(bernoulli_ratio_wide(wide, numerator, denominator), expected);
    }
    EXPECT_EQ(ours.next_word(), twins.next_word());
  }
}

// Ratios that agree with the words to come in their first digit, or in all of them.
TEST(BernoulliRatio, ReadsOnWhereTheFirstDigitDecidesNothing) {
  Stream words = stream(4);
  const std::uint64_t first = words.next_word();
  const std::uint64_t second = words.next_word();
  const std::uint64_t both = first << 32 | second;  // U = (both + something below 1) / 2^64
  const WideInteger range = WideInteger{1} << 64;
  struct Edge {
    WideInteger numerator;
    bool expected;
  };
  for (const auto& [numerator, expected] :
       {Edge{both, false}, Edge{WideInteger{both} + 1, true}, Edge{WideInteger{both} - 1, false},
        Edge{WideInteger{first} << 32, false}, Edge{WideInteger{first + 1} << 32, true}}) {
    Stream source = stream(4);
    EXPECT_EQ(bernoulli_ratio_wide(source, numerator, range), expected);
  }
  // The same with 62 bits: the ratio lies just above and below U's first 62 bits.
  for (const auto& [numerator, expected] :
       {Edge{both >> 2, false}, Edge{(both >> 2) + 1, true}, Edge{(both >> 2) - 1, false}}) {
    Stream narrow = stream(4), twins = stream(4);
    const auto top = static_cast<std::uint64_t>(numerator);
    EXPECT_EQ(bernoulli_ratio(narrow, top, kOne << 62), expected);
    EXPECT_EQ(naive::bernoulli(twins, Natural(top), Natural(kOne << 62)), expected);
    EXPECT_EQ(narrow.next_word(), twins.next_word());
  }
}

TEST(BernoulliExp, HasItsProbabilityAtFalseAlarmRate1e9) {
  const Ratio exponents[] = {{0, 1},         {1, 1000}, {1, 2},  {1, 1},
                             {3, 2},         {7, 1},    {20, 3}, {(kOne << 50) + 1, kOne << 51},
                             {5, kOne << 49}};
  for (const auto& [numerator, denominator] : exponents) {
    const double p = std::exp(-static_cast<double>(numerator) / static_cast<double>(denominator));
    const double count =
        heads(5, [&](Stream& s) { return bernoulli_exp(s, numerator, denominator); });
    EXPECT_TRUE(p > 1 - 1e-12 ? count == kDraws : is_plausible(count, kDraws, p))
        << numerator << " / " << denominator << " " << count;
  }
}

// The wide path against the narrow one: a ratio written with a factor that takes it there.
TEST(BernoulliExp, DoesNotDependOnHowTheExponentIsWritten) {
  const WideInteger factor = WideInteger{1} << 60;
  Stream narrow = stream(6), wide = stream(6);
  for (int i = 0; i < 20'000; ++i) {
    ASSERT_EQ(bernoulli_exp(narrow, 5, 3), bernoulli_exp(wide, 5 * factor, 3 * factor));
  }
  EXPECT_EQ(narrow.next_word(), wide.next_word());
}

TEST(BernoulliExp, LargeExponentsEndAtTheFirstTail) {
  Stream source = stream(7);
  EXPECT_FALSE(bernoulli_exp(source, WideInteger{1} << 100, 1));
}

}  // namespace
}  // namespace noisy
