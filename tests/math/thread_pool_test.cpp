#include "engine/math/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <vector>

#include "engine/math/deadline.h"

namespace noisy::math {
namespace {

TEST(ThreadPool, RunsEveryIterationOnce) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    for (const Index count : {0, 1, 2, 3, 100, 1000}) {
      std::vector<std::atomic<int>> calls(static_cast<std::size_t>(count));
      pool.parallel_for(count, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
      for (const auto& value : calls) ASSERT_EQ(value.load(), 1) << threads << " " << count;
    }
  }
}

TEST(ThreadPool, ManyShortLoopsInARowNeitherMixNorHang) {
  ThreadPool pool(3);
  std::atomic<Index> total{0};
  Index expected = 0;
  for (Index loop = 0; loop < 20000; ++loop) {
    const Index count = 1 + loop % 5;
    pool.parallel_for(count, [&, loop](Index i) { total += loop * (i + 1); });
    expected += loop * count * (count + 1) / 2;
    ASSERT_EQ(total.load(), expected) << loop;
  }
}

TEST(ThreadPool, AnExceptionReachesTheCallerAndThePoolStaysUsable) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    const auto out_of_memory = [](Index i) {
      if (i == 7) throw std::bad_alloc();
    };
    EXPECT_THROW(pool.parallel_for(100, out_of_memory), std::bad_alloc);
    const auto all_fail = [](Index) { throw std::runtime_error("each one"); };
    EXPECT_THROW(pool.parallel_for(100, all_fail), std::runtime_error);
    std::atomic<int> calls{0};
    pool.parallel_for(50, [&](Index) { ++calls; });
    EXPECT_EQ(calls.load(), 50);
  }
}

TEST(ThreadPool, BelowOneThreadMeansOne) {
  EXPECT_EQ(ThreadPool(0).threads(), 1);
  EXPECT_EQ(ThreadPool(-3).threads(), 1);
  EXPECT_GE(hardware_threads(), 1);
}

TEST(Deadline, PassesWhenItsMomentComes) {
  EXPECT_FALSE(Deadline::never().passed());
  EXPECT_FALSE(Deadline::after_seconds(1000).passed());
  EXPECT_TRUE(Deadline::after_seconds(0).passed());
  EXPECT_TRUE(Deadline::after_seconds(-1).passed());
}

}  // namespace
}  // namespace noisy::math
