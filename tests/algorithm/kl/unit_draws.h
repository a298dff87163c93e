#pragma once

#include "engine/random/distributions.h"
#include "tests/algorithm/naive/kl_common.h"

namespace noisy::testing {

/// The unit noise that an oracle draws: release i, counted by its ledger, has stream i.
inline naive::UnitDraws unit_draws(const StreamFactory& streams) {
  const auto draws = [streams](double (*draw)(Stream&, double)) {
    return [=](std::size_t release, std::size_t count) {
      Stream stream = streams.stream(StreamPurpose::noise, release);
      naive::Numbers out(count);
      for (double& value : out) value = draw(stream, 1);
      return out;
    };
  };
  return {.normals = draws(normal), .gumbels = draws(gumbel)};
}

inline naive::UnitDraws no_noise() {
  const auto zeros = [](std::size_t, std::size_t count) { return naive::Numbers(count, 0.0); };
  return {.normals = zeros, .gumbels = zeros};
}

}  // namespace noisy::testing
