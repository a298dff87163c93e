#include "engine/random/step_streams.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace noisy {
namespace {

StreamKey key() {
  return StreamFactory::reproducible({.seed = 3, .algorithm = "any"}).key(StreamPurpose::noise);
}

void expect_the_streams_own_words(StepStreams& streams, std::uint64_t step, std::size_t draws) {
  Stream given = streams.at(step, draws);
  Stream alone(key(), step);
  for (int word = 0; word < 200; ++word) {
    ASSERT_EQ(given.next_word(), alone.next_word()) << step << " " << draws << " " << word;
  }
}

TEST(StepStreams, AreThoseOfTheirStepsOneAfterTheOther) {
  StepStreams streams(key());
  for (std::uint64_t step = 0; step < 40; ++step) expect_the_streams_own_words(streams, step, 1);
}

TEST(StepStreams, AreThoseOfTheirStepsInAnyOrderAndOfAnyLength) {
  StepStreams streams(key());
  const std::vector<std::uint64_t> steps = {9, 16,  17, 9,     8, 0, 7,
                                            8, 100, 3,  ~0ull, 0, 1, ~0ull - 3};
  for (const std::uint64_t step : steps) {
    for (const std::size_t draws : {1u, 8u, 9u, 1000u}) {
      expect_the_streams_own_words(streams, step, draws);
    }
  }
}

TEST(StepStreams, OfOneStepAreTheSameTwice) {
  StepStreams streams(key());
  streams.at(4, 1).next_word();
  expect_the_streams_own_words(streams, 4, 1);
}

}  // namespace
}  // namespace noisy
