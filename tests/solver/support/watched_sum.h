#pragma once

#include <vector>

#include "engine/solver/base/component_sum.h"

namespace noisy::testing {

/// Another sum, whose evaluations are counted and whose full passes are noted. For one thread.
class WatchedSum final : public ComponentSum {
 public:
  /// @param sum  must outlive this
  explicit WatchedSum(const ComponentSum& sum) : sum_(sum) {}

  Index evaluations() const { return evaluations_; }  ///< of components
  const std::vector<Vector>& passes() const {
    return passes_;
  }  ///< where full operators were taken

  Index components() const override { return sum_.components(); }
  Index primal_dimension() const override { return sum_.primal_dimension(); }
  Index dual_dimension() const override { return sum_.dual_dimension(); }
  OperatorSmoothness smoothness() const override { return sum_.smoothness(); }
  double lipschitz() const override { return sum_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    ++evaluations_;
    sum_.component_at(i, z, out);
  }
  std::unique_ptr<Pass> begin_pass(const Vector& z, OperatorMean& mean) const override {
    passes_.push_back(z);
    return ComponentSum::begin_pass(z, mean);
  }

 private:
  const ComponentSum& sum_;
  mutable Index evaluations_ = 0;
  mutable std::vector<Vector> passes_;
};

}  // namespace noisy::testing
