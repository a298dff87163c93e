#include "engine/privacy/release/block_costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace noisy {
namespace {

/// Costs without any order.
double cost_of(Index number) {
  return static_cast<double>(number * 7919 % 100'003);
}

BlockCosts told(Index blocks) {
  BlockCosts out;
  for (Index number = 1; number <= blocks; ++number) {
    out.add({.first = 10 * number, .records = 10, .draws = 1, .cost = cost_of(number)});
  }
  return out;
}

TEST(BlockCosts, AreAllListedWhereTheyAreFew) {
  const std::vector<BlockCost> kept = told(80).kept();
  ASSERT_EQ(kept.size(), 80U);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    EXPECT_EQ(kept[k].number, static_cast<Index>(k) + 1);
    EXPECT_EQ(kept[k].first, 10 * kept[k].number);
    EXPECT_EQ(kept[k].cost, cost_of(kept[k].number));
  }
}

TEST(BlockCosts, HaveTheDearestAndTheCheapestOfNeighboursWhereTheyAreMany) {
  for (const Index blocks : {81, 160, 161, 1000, 54'321}) {
    const std::vector<BlockCost> kept = told(blocks).kept();
    EXPECT_LE(kept.size(), BlockCosts::kMost);
    EXPECT_GE(kept.size(), BlockCosts::kMost / 3);
    EXPECT_TRUE(std::ranges::is_sorted(kept, {}, &BlockCost::number));
    // Groups of this power of two are as few as they may be.
    Index width = 1;
    while ((blocks + width - 1) / width > static_cast<Index>(BlockCosts::kMost / 2)) width *= 2;
    std::set<Index> expected;
    for (Index first = 1; first <= blocks; first += width) {
      Index low = first, high = first;
      for (Index n = first; n <= std::min(blocks, first + width - 1); ++n) {
        if (cost_of(n) <= cost_of(low)) low = n;
        if (cost_of(n) > cost_of(high)) high = n;
      }
      expected.insert({low, high});
    }
    std::set<Index> numbers;
    for (const BlockCost& block : kept) numbers.insert(block.number);
    EXPECT_EQ(numbers, expected) << blocks;
  }
}

}  // namespace
}  // namespace noisy
