#include "engine/random/subset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "tests/random/goodness_of_fit.h"

namespace noisy {
namespace {

Stream stream(std::uint64_t step) {
  static const StreamFactory factory =
      StreamFactory::reproducible({.seed = 5, .algorithm = "test"});
  return factory.stream(StreamPurpose::sampling, step);
}

std::vector<Index> sample(SubsetSampler& sampler, Index count, std::uint64_t step) {
  Stream source = stream(step);
  std::vector<Index> records(static_cast<std::size_t>(count));
  sampler.sample(source, records);
  return records;
}

std::vector<double> counts_of(const std::map<std::vector<Index>, double>& seen) {
  std::vector<double> counts;
  for (const auto& [what, count] : seen) counts.push_back(count);
  return counts;
}

TEST(SubsetSampler, GivesDistinctRecordsInRange) {
  for (const Index samples : {1, 2, 63, 64, 65, 1000}) {
    SubsetSampler sampler(samples);
    for (Index count = 0; count <= samples; count += std::max<Index>(1, samples / 7)) {
      const auto records = sample(sampler, count, static_cast<std::uint64_t>(count));
      const std::set<Index> distinct(records.begin(), records.end());
      EXPECT_EQ(static_cast<Index>(distinct.size()), count);
      if (count > 0) {
        EXPECT_GE(*distinct.begin(), 0);
        EXPECT_LT(*distinct.rbegin(), samples);
      }
    }
  }
}

// Chi-square over all C(5,2) = 10 subsets; quantile at 1 - 1e-9 and 9 degrees of freedom: 60.66.
TEST(SubsetSampler, IsUniformOverAllSubsetsAtFalseAlarmRate1e9) {
  SubsetSampler sampler(5);
  std::map<std::vector<Index>, double> seen;
  constexpr int kDraws = 200'000;
  for (int step = 0; step < kDraws; ++step) {
    auto records = sample(sampler, 2, static_cast<std::uint64_t>(step));
    std::sort(records.begin(), records.end());
    ++seen[records];
  }
  ASSERT_EQ(seen.size(), 10u);
  EXPECT_LT(testing::chi_square(counts_of(seen), kDraws), 60.66);
}

// C(6,3) = 20 subsets within one stream, so successive draws of a stream are uniform too;
// quantile at 19 degrees of freedom: 81.55.
TEST(SubsetSampler, IsUniformWithinOneStreamAtFalseAlarmRate1e9) {
  SubsetSampler sampler(6);
  Stream source = stream(0);
  std::map<std::vector<Index>, double> seen;
  constexpr int kDraws = 200'000;
  std::vector<Index> records(3);
  for (int i = 0; i < kDraws; ++i) {
    sampler.sample(source, records);
    auto sorted = records;
    std::sort(sorted.begin(), sorted.end());
    ++seen[sorted];
  }
  ASSERT_EQ(seen.size(), 20u);
  EXPECT_LT(testing::chi_square(counts_of(seen), kDraws), 81.55);
}

TEST(SubsetSampler, IsAFunctionOfTheStepWhateverWasDrawnBefore) {
  SubsetSampler used(1000);
  for (std::uint64_t step = 0; step < 50; ++step)
    sample(used, 100 + static_cast<Index>(step), step);
  SubsetSampler fresh(1000);
  EXPECT_EQ(sample(used, 256, 7), sample(fresh, 256, 7));
  EXPECT_NE(sample(used, 256, 7), sample(fresh, 256, 8));
}

TEST(SubsetSampler, GivesAllRecordsInOrderWithoutDrawing) {
  SubsetSampler sampler(4);
  Stream source = stream(0);
  std::vector<Index> records(4);
  sampler.sample(source, records);
  EXPECT_EQ(records, (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(source.next_word(), stream(0).next_word());
}

TEST(SubsetSampler, TakesNoMemoryForRecordsBeforeItDraws) {
  constexpr Index kMoreThanAnyMemory = Index{1} << 53;
  EXPECT_NO_THROW(SubsetSampler{kMoreThanAnyMemory});
}

TEST(SubsetSampler, DrawsAreFrozen) {
  SubsetSampler sampler(1'000'000);
  EXPECT_EQ(sample(sampler, 5, 1), (std::vector<Index>{694380, 746129, 551816, 239046, 586716}));
}

// All 4! = 24 orders; quantile at 1 - 1e-9 and 23 degrees of freedom: 89.12.
TEST(RandomPermutation, IsUniformOverAllOrdersAtFalseAlarmRate1e9) {
  std::map<std::vector<Index>, double> seen;
  constexpr int kDraws = 200'000;
  for (int step = 0; step < kDraws; ++step) {
    Stream source = stream(static_cast<std::uint64_t>(step));
    std::vector<Index> order(4);
    random_permutation(source, order);
    ++seen[order];
  }
  ASSERT_EQ(seen.size(), 24u);
  EXPECT_LT(testing::chi_square(counts_of(seen), kDraws), 89.12);
}

}  // namespace
}  // namespace noisy
