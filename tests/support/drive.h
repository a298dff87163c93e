#pragma once

#include <memory>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy::testing {

/// Runs a coroutine to its end, one pass per request, and keeps every iterate; x_0 is not among
/// them. Stops where a request is refused.
inline std::vector<Vector> drive(const FiniteSum& data, GradientOracle& oracle, Run& run) {
  ThreadPool pool(1);
  std::vector<Vector> iterates;
  while (true) {
    run.resume();
    if (run.iterate()) {
      iterates.push_back(*run.iterate());
      continue;
    }
    while (oracle.has_work() && !oracle.advance(pool, Deadline::never())) {
    }
    if (run.done() || oracle.refusal()) return iterates;
    if (!oracle.pending().point) continue;
    const PointQuery query = oracle.pending();
    const auto pass = data.begin_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
    oracle.finish();
  }
}

inline std::vector<Vector> drive(const FiniteSum& data, GradientOracle& oracle, Run&& run) {
  return drive(data, oracle, run);
}

}  // namespace noisy::testing
