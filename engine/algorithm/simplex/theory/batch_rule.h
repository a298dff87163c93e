#pragma once

#include "engine/algorithm/simplex/theory/vertex_budget.h"
#include "engine/math/index.h"

namespace noisy {

/// Steps and the disjoint batches that they read.
struct StepBatches {
  Index steps = 1;       ///< T = floor(n / B)
  Index batch_size = 1;  ///< B
};

/// B = round(n / T*), within 1..n, and T = floor(n / B): to floor T first would waste up to half of
/// the records.
///
/// @param samples       n >= 1
/// @param wanted_steps  T* > 0, may be less than 1
StepBatches step_batches(Index samples, double wanted_steps);

/// x rounded to a whole number, halves up, and at least 1.
Index rounded_count(double x);

/// What the paper leaves unnamed: its parameters are right up to constants.
struct ScalingConstants {
  double steps = 1.0;      ///< c_T
  double draws = 1.0;      ///< c_K
  double step_size = 1.0;  ///< c_tau
};

/// @error invalid-value at "constants" unless all are positive and finite
Result<void> check_scaling_constants(const ScalingConstants& constants);

/// Whole numbers from 1 to most, each about `ratio` times the one before, for searches.
template <typename Visit>
void visit_geometric_grid(Index most, double ratio, const Visit& visit) {
  Index at = 1;
  while (at < most) {
    visit(at);
    const Index next = static_cast<Index>(static_cast<double>(at) * ratio);
    at = next > at ? next : at + 1;
  }
  visit(most);
}

}  // namespace noisy
