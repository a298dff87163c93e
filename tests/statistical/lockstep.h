#pragma once

#include <memory>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy::testing {

/// One run with its oracle, driven to its end in company.
struct LockstepRun {
  std::unique_ptr<GradientOracle> oracle;
  Run run;
  Vector last = {};  ///< latest iterate
};

/// Runs everything to the end, answering all pending full-batch requests in one pass at a time.
inline void drive_together(const FiniteSum& data, std::vector<LockstepRun>& runs) {
  ThreadPool pool(1);
  while (true) {
    std::vector<GradientOracle*> waiting;
    std::vector<PointQuery> queries;
    for (LockstepRun& member : runs) {
      while (!member.run.done()) {
        member.run.resume();
        if (member.run.iterate()) {
          member.last = *member.run.iterate();
          continue;
        }
        if (member.run.done() || member.oracle->refusal()) break;
        waiting.push_back(member.oracle.get());
        queries.push_back(member.oracle->pending());
        break;
      }
    }
    if (queries.empty()) return;
    const auto pass = data.begin_pass(queries);
    while (!pass->advance(pool, Deadline::never())) {
    }
    for (GradientOracle* oracle : waiting) oracle->finish();
  }
}

}  // namespace noisy::testing
