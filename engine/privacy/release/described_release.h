#pragma once

#include <functional>

#include "engine/privacy/release/release.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/saddle_bounds.h"

namespace noisy {

/// A planned release, with the public facts that a statement of it follows from.
struct DescribedRelease {
  Release release;
  CostUnit unit = CostUnit::epsilon;
  double order = 0;  ///< of the unit renyi
  Neighbours neighbours = Neighbours::replace_one;
  Index samples = 0;           ///< n
  Index dimension = 0;         ///< d
  GradientBounds bounds;       ///< S_1, S_2, S_inf
  double curvature = 0;        ///< sup |phi''|
  double smoothness = 0;       ///< L by enforced bounds
  double summation_error = 0;  ///< FiniteSum::summation_error of the batch
  /// FiniteSum::bounds_within of the problem, while that lives.
  std::function<RegionBounds(double radius)> bounds_within;
  const Regularizer* regularizer = nullptr;
  const Domain* domain = nullptr;
  const SaddleBounds* saddle = nullptr;  ///< of a saddle problem, else null

  bool is_laplace() const { return release.mechanism == Mechanism::laplace; }
  bool draws_batches() const {
    return release.batch_size < (release.block.is_whole() ? samples : release.block.count);
  }
  bool is_hardened() const { return release.is_hardened(); }
  bool follows_state() const { return release.sensitivity == SensitivityRule::state_dependent; }
};

}  // namespace noisy
