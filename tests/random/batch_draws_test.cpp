#include "engine/random/batch_draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace noisy {
namespace {

StreamKey key() {
  return StreamFactory::reproducible({.seed = 5, .algorithm = "test"}).key(StreamPurpose::sampling);
}

/// The batch of one request, drawn for itself.
std::vector<Index> alone(std::uint64_t request, Index samples, Index batch_size) {
  Stream stream(key(), request);
  std::vector<Index> records(static_cast<std::size_t>(batch_size));
  SubsetSampler(samples).sample(stream, records);
  return records;
}

std::vector<Index> copy(std::span<const Index> records) {
  return {records.begin(), records.end()};
}

TEST(BatchDraws, AreThoseOfTheRequestWhateverWasAskedBefore) {
  for (const Index samples : {8, 1000}) {
    BatchDraws batches(key(), samples);
    for (const Index batch_size : {1, 3, 7, 8}) {
      // In order, with gaps, backwards, across the end of a group, and far away.
      for (const std::uint64_t request : {0, 1, 2, 3, 7, 8, 20, 27, 26, 19, 0, 100000, 100008}) {
        EXPECT_EQ(copy(batches.take(request, batch_size)), alone(request, samples, batch_size))
            << samples << " " << batch_size << " " << request;
      }
    }
    for (const Index batch_size : {2, 5, 2, 1}) {
      EXPECT_EQ(copy(batches.take(3, batch_size)), alone(3, samples, batch_size));
    }
  }
}

TEST(BatchDraws, TheUpcomingBatchIsTheNextRequests) {
  BatchDraws batches(key(), 500);
  EXPECT_TRUE(batches.upcoming().empty());
  int announced = 0;
  for (std::uint64_t request = 10; request < 50; ++request) {
    batches.take(request, 2);
    if (batches.upcoming().empty()) continue;
    EXPECT_EQ(copy(batches.upcoming()), alone(request + 1, 500, 2));
    ++announced;
  }
  EXPECT_EQ(announced, 35);  // all but the last of each eight
  batches.take(3, 400);
  EXPECT_TRUE(batches.upcoming().empty());
}

TEST(BatchDraws, AllRecordsAreTheirOwnBatch) {
  BatchDraws batches(key(), 4);
  EXPECT_EQ(copy(batches.take(9, 4)), (std::vector<Index>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace noisy
