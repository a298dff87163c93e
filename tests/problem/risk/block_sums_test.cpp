// Sums of blocks of rows are those of one block after the other, and only some are held at once.
#include "engine/problem/risk/block_sums.h"

#include <gtest/gtest.h>

#include <cmath>

namespace noisy::testing {
namespace {

/// Of numbers whose sum depends on the order in which they are added.
struct Roots {
  static inline int copies = 0;
  double sum = 0;

  Roots() = default;
  Roots(const Roots& other) : sum(other.sum) { ++copies; }
  void begin(const PointQuery&) { sum = 0; }
  void add(Index row) { sum += std::sqrt(static_cast<double>(row) + 0.1); }
  void add(const Roots& other) { sum += other.sum; }
};

double by_hand(Index rows) {
  double sum = 0;
  for (Index first = 0; first < rows; first += 256) {
    double block = 0;
    for (Index row = first; row < std::min(first + 256, rows); ++row) {
      block += std::sqrt(static_cast<double>(row) + 0.1);
    }
    sum += block;
  }
  return sum;
}

TEST(BlockSums, AreAddedInTheOrderOfTheBlocks) {
  for (const Index rows : {1, 256, 257, 10'000}) {
    for (const Index dimension : {1, 100'000, 2'000'000}) {
      for (const int threads : {1, 3}) {
        math::ThreadPool pool(threads);
        BlockSums<Roots> sums(Roots{}, rows, dimension);
        for (int again = 0; again < 2; ++again) {
          EXPECT_EQ(sums.of({}, pool).sum, by_hand(rows)) << rows << ' ' << dimension;
        }
      }
    }
  }
}

TEST(BlockSums, HoldAFewSumsOfPointsThatAreLong) {
  const auto held = [](Index rows, Index dimension) {
    Roots::copies = 0;
    const BlockSums<Roots> sums(Roots{}, rows, dimension);
    return Roots::copies - 1;  // one is of all blocks
  };
  EXPECT_EQ(held(1'000'000, 2'000'000), 4);
  EXPECT_EQ(held(1'000'000, 1 << 15), 32);
  EXPECT_EQ(held(1'000'000, 2), 3907);
  EXPECT_EQ(held(300, 2'000'000), 2);
}

}  // namespace
}  // namespace noisy::testing
