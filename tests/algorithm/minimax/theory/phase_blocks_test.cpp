#include "engine/algorithm/minimax/theory/phase_blocks.h"

#include <gtest/gtest.h>

namespace noisy {
namespace {

constexpr PhaseSchedule kSchedules[] = {PhaseSchedule::equal, PhaseSchedule::balanced,
                                        PhaseSchedule::geometric};

Index records_of(const std::vector<RecordBlock>& blocks) {
  Index total = 0;
  for (const RecordBlock& block : blocks) total += block.count;
  return total;
}

TEST(PhaseBlocks, AreAsManyAsTheBinaryLogarithm) {
  const auto count = [](Index samples) { return phase_count(samples, PhaseSchedule::equal); };
  EXPECT_EQ(count(2), 1);
  EXPECT_EQ(count(3), 2);
  EXPECT_EQ(count(4), 2);
  EXPECT_EQ(count(5), 3);
  EXPECT_EQ(count(1000), 10);
  EXPECT_EQ(count(1024), 10);
  EXPECT_EQ(count(1025), 11);
  EXPECT_EQ(phase_count(1025, PhaseSchedule::balanced), 11);
  EXPECT_EQ(phase_count(2, PhaseSchedule::geometric), 1);
  EXPECT_EQ(phase_count(3, PhaseSchedule::geometric), 1);
  EXPECT_EQ(phase_count(1023, PhaseSchedule::geometric), 9);
  EXPECT_EQ(phase_count(1024, PhaseSchedule::geometric), 10);
}

TEST(PhaseBlocks, AreDisjointAndInsideTheData) {
  for (const PhaseSchedule schedule : kSchedules)
    for (Index samples = 2; samples <= 300; ++samples) {
      const auto blocks = phase_blocks(samples, schedule);
      ASSERT_TRUE(blocks) << samples;
      ASSERT_EQ(static_cast<Index>(blocks->size()), phase_count(samples, schedule));
      Index next = 0;
      for (const RecordBlock& block : *blocks) {
        EXPECT_EQ(block.first, next);
        EXPECT_GE(block.count, 1);
        next += block.count;
      }
      EXPECT_LE(next, samples);
    }
}

TEST(PhaseBlocks, OfEqualSizeLeaveTheRemainderUnused) {
  const auto blocks = phase_blocks(1003, PhaseSchedule::equal);
  ASSERT_TRUE(blocks);
  for (const RecordBlock& block : *blocks) EXPECT_EQ(block.count, 100);
  EXPECT_EQ(records_of(*blocks), 1000);
}

TEST(PhaseBlocks, BalancedUseAllRecordsTheFirstOnesOneMore) {
  const auto blocks = phase_blocks(1003, PhaseSchedule::balanced);
  ASSERT_TRUE(blocks);
  EXPECT_EQ(records_of(*blocks), 1003);
  for (std::size_t k = 0; k < blocks->size(); ++k) EXPECT_EQ((*blocks)[k].count, k < 3 ? 101 : 100);
}

TEST(PhaseBlocks, GeometricHalve) {
  const auto blocks = phase_blocks(23, PhaseSchedule::geometric);
  ASSERT_TRUE(blocks);
  EXPECT_EQ(*blocks, (std::vector<RecordBlock>{{0, 11}, {11, 5}, {16, 2}, {18, 1}}));
}

TEST(PhaseBlocks, MayBeGivenByNumber) {
  for (const PhaseSchedule schedule : kSchedules) {
    const auto one = phase_blocks(9, schedule, 1);
    ASSERT_TRUE(one);
    EXPECT_EQ(*one, (std::vector<RecordBlock>{{0, schedule == PhaseSchedule::geometric ? 4 : 9}}));
  }
  const auto each = phase_blocks(9, PhaseSchedule::equal, 9);
  ASSERT_TRUE(each);
  EXPECT_EQ(each->back(), (RecordBlock{8, 1}));
}

TEST(PhaseBlocks, OfTooFewRecordsAreRefusedWithTheNumbers) {
  const auto refused = phase_blocks(9, PhaseSchedule::equal, 10);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::invalid_value);
  EXPECT_EQ(refused.error().field, "phases");
  EXPECT_EQ(refused.error().message,
            "too few samples for 10 phases: 9 samples allow at most 9; set fewer or bring more "
            "samples");
  const auto geometric = phase_blocks(9, PhaseSchedule::geometric, 4);
  ASSERT_FALSE(geometric);
  EXPECT_NE(geometric.error().message.find("at most 3"), std::string::npos);
  for (const Index samples : {-5, 0, 1})
    EXPECT_EQ(phase_blocks(samples, PhaseSchedule::equal).error().field, "phases");
}

TEST(PhaseBlocks, AreFromOneTo64) {
  for (const Index phases : {-1, 0, 65})
    for (const PhaseSchedule schedule : kSchedules)
      EXPECT_EQ(phase_blocks(1000, schedule, phases).error().field, "phases");
  EXPECT_TRUE(phase_blocks(1000, PhaseSchedule::equal, 64));
  EXPECT_FALSE(phase_blocks(Index{1} << 62, PhaseSchedule::geometric, 64));
  EXPECT_TRUE(phase_blocks(Index{1} << 62, PhaseSchedule::geometric));
}

TEST(PhaseBlocks, GrowTheirWeightsByTwoOrEight) {
  EXPECT_EQ(phase_growth(PhaseSchedule::equal, 1), 2);
  EXPECT_EQ(phase_growth(PhaseSchedule::balanced, 10), 1024);
  EXPECT_EQ(phase_growth(PhaseSchedule::geometric, 1), 8);
  EXPECT_EQ(phase_growth(PhaseSchedule::geometric, 3), 512);
}

}  // namespace
}  // namespace noisy
