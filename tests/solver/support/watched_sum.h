#pragma once

#include <atomic>

#include "engine/solver/base/component_sum.h"

namespace noisy::testing {

/// Another sum whose evaluations are counted; it hides that one's linear form, and may declare a
/// wrong Lipschitz constant.
class WatchedSum final : public ComponentSum {
 public:
  explicit WatchedSum(const ComponentSum& sum, double lipschitz_factor = 1)
      : sum_(sum), lipschitz_factor_(lipschitz_factor) {}

  Index components() const override { return sum_.components(); }
  Index primal_dimension() const override { return sum_.primal_dimension(); }
  Index dual_dimension() const override { return sum_.dual_dimension(); }
  OperatorSmoothness smoothness() const override { return sum_.smoothness(); }
  double lipschitz() const override { return lipschitz_factor_ * sum_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    evaluations_.fetch_add(1, std::memory_order_relaxed);
    sum_.component_at(i, z, out);
  }

  /// Calls of component_at() so far.
  Index evaluations() const { return evaluations_.load(); }

 private:
  const ComponentSum& sum_;
  double lipschitz_factor_;
  mutable std::atomic<Index> evaluations_ = 0;
};

}  // namespace noisy::testing
