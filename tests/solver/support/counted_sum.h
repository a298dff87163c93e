#pragma once

#include "engine/solver/base/component_sum.h"

namespace noisy::testing {

/// Another sum, whose evaluations are counted one by one; its linear form can be hidden.
class CountedSum final : public ComponentSum, public LinearComponents {
 public:
  explicit CountedSum(const ComponentSum& sum, bool shows_rows = true)
      : sum_(sum), shows_rows_(shows_rows) {}

  Index components() const override { return sum_.components(); }
  Index primal_dimension() const override { return sum_.primal_dimension(); }
  Index dual_dimension() const override { return sum_.dual_dimension(); }
  OperatorSmoothness smoothness() const override { return sum_.smoothness(); }
  double lipschitz() const override { return sum_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    ++evaluations_;
    sum_.component_at(i, z, out);
  }
  std::span<const double> row(Index i) const override { return sum_.linear()->row(i); }
  double slope(Index i, double margin) const override {
    ++evaluations_;
    return sum_.linear()->slope(i, margin);
  }
  const LinearComponents* linear() const override { return shows_rows_ ? this : nullptr; }

  Index evaluations() const { return evaluations_; }

 private:
  const ComponentSum& sum_;
  bool shows_rows_;
  mutable Index evaluations_ = 0;
};

}  // namespace noisy::testing
