#pragma once

#include <string>
#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// What became of a hidden solve. Exact: not private, for diagnostics alone.
struct SolveReport {
  double residual = 0;       ///< at least the distance to the exact solution, in the norm of W
  Index evaluations = 0;     ///< gradients of single records
  Index attempts = 0;        ///< of the chosen solver
  bool is_fallback = false;  ///< the chosen solver did not get there
  std::string complaint;     ///< of it: what was wrong with its last attempt; "" for nothing
};

/// What became of the hidden solves of one run, in their order; of many, the first. Not private.
struct SolveLog {
  static constexpr std::size_t kMostKept = 100;

  Index count = 0;
  Index fallbacks = 0;  ///< how many the fallback answered
  std::vector<SolveReport> first;

  void add(const SolveReport& report) {
    ++count;
    fallbacks += report.is_fallback ? 1 : 0;
    if (first.size() < kMostKept) first.push_back(report);
  }
};

}  // namespace noisy
