#pragma once

#include "engine/random/distributions.h"
#include "engine/random/subset.h"
#include "tests/algorithm/naive/run.h"

namespace noisy::testing {

enum class UnitNoise { none, laplace, normal };

/// The draws that a run makes, taken from the same streams: iteration t uses step t - 1 of each.
inline naive::Draws stream_draws(const StreamFactory& streams, Index samples, Index dimension,
                                 Index batch_size, UnitNoise noise) {
  naive::Draws draws;
  draws.batch = [=](std::size_t t) {
    std::vector<Index> records(static_cast<std::size_t>(batch_size));
    Stream stream = streams.stream(StreamPurpose::sampling, t - 1);
    SubsetSampler(samples).sample(stream, records);
    return std::vector<std::size_t>(records.begin(), records.end());
  };
  draws.noise = [=](std::size_t t) {
    naive::Numbers out(static_cast<std::size_t>(dimension), 0.0);
    Stream stream = streams.stream(StreamPurpose::noise, t - 1);
    for (double& value : out) {
      if (noise == UnitNoise::laplace) value = laplace(stream, 1);
      if (noise == UnitNoise::normal) value = normal(stream, 1);
    }
    return out;
  };
  return draws;
}

}  // namespace noisy::testing
