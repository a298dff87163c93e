#include "engine/experiment/session/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace noisy {
namespace {

std::vector<Index> all_of(TraceSchedule schedule) {
  std::vector<Index> iterations;
  for (; schedule.next() >= 0; schedule.advance()) iterations.push_back(schedule.next());
  return iterations;
}

TEST(TraceSchedule, RoundsEvenlySpreadIterations) {
  EXPECT_EQ(all_of({100, 5}), (std::vector<Index>{0, 25, 50, 75, 100}));
  EXPECT_EQ(all_of({10, 4}), (std::vector<Index>{0, 3, 7, 10}));
  EXPECT_EQ(all_of({5, 3}), (std::vector<Index>{0, 3, 5}));  // 2.5 is rounded up
  EXPECT_EQ(all_of({1, 2}), (std::vector<Index>{0, 1}));
}

TEST(TraceSchedule, EqualsItsDefinitionWithoutDuplicates) {
  for (const Index iterations : {1, 2, 7, 99, 100, 101, 1000}) {
    for (const Index points : {2, 3, 50, 100, 101, 500}) {
      std::set<Index> expected;
      for (Index k = 0; k < points; ++k) {
        expected.insert(static_cast<Index>(std::floor(
            static_cast<double>(k * iterations) / static_cast<double>(points - 1) + 0.5)));
      }
      const std::vector<Index> actual = all_of({iterations, points});
      EXPECT_EQ(actual, std::vector<Index>(expected.begin(), expected.end()));
      EXPECT_EQ(static_cast<Index>(actual.size()), TraceSchedule(iterations, points).size());
    }
  }
}

TEST(TraceSchedule, OfARunThatMayEndEarlyIsDenseAtItsBegin) {
  for (const Index points : {6, 50, 101, 200}) {
    for (const Index iterations : {600, 601, 5000, 1'000'000'000}) {
      if (iterations < 3 * points) continue;
      const TraceSchedule schedule(iterations, points, TraceSpread::early);
      const std::vector<Index> actual = all_of(schedule);
      ASSERT_EQ(static_cast<Index>(actual.size()), schedule.size());
      ASSERT_EQ(actual.size(), static_cast<std::size_t>(points));
      for (Index k = 0; k <= points / 2; ++k) EXPECT_EQ(actual[static_cast<std::size_t>(k)], k);
      EXPECT_EQ(actual.back(), iterations);
      EXPECT_TRUE(std::ranges::is_sorted(actual, std::less_equal<>{})) << "strictly increasing";
    }
  }
}

TEST(TraceSchedule, OfAShortRunIsTheSameEitherWay) {
  for (const Index iterations : {1, 10, 250}) {
    EXPECT_EQ(all_of({iterations, 100, TraceSpread::early}), all_of({iterations, 100}));
  }
}

TEST(TraceSchedule, HoldsForABillionIterations) {
  const std::vector<Index> iterations = all_of({1'000'000'000, 3});
  EXPECT_EQ(iterations, (std::vector<Index>{0, 500'000'000, 1'000'000'000}));
}

}  // namespace
}  // namespace noisy
