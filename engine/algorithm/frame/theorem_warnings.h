#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// Warns of what takes the theorem away from methods for convex losses whose exact gradients are
/// asked for.
inline void add_theorem_warnings(const RiskFacts& facts, PlanSummary& summary) {
  if (!facts.is_convex) {
    summary.warnings.push_back(
        "The loss is not convex: the run is private, but no theorem bounds its error.");
  }
  if (facts.clips_gradients) {
    summary.warnings.push_back(
        "Gradients are clipped: privacy holds, but no theorem bounds the error any more.");
  }
}

}  // namespace noisy
