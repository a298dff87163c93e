#pragma once

#include <utility>
#include <vector>

#include "engine/solver/base/component_sum.h"

namespace noisy {

/// Some of a sum's components, in the order of a list of their numbers: those of a drawn batch.
class DrawnSum final : public ComponentSum {
 public:
  /// @param whole    must outlive this
  /// @param numbers  at least one
  DrawnSum(const ComponentSum& whole, std::vector<Index> numbers)
      : whole_(whole), numbers_(std::move(numbers)) {}

  Index components() const override { return static_cast<Index>(numbers_.size()); }
  Index primal_dimension() const override { return whole_.primal_dimension(); }
  Index dual_dimension() const override { return whole_.dual_dimension(); }
  OperatorSmoothness smoothness() const override { return whole_.smoothness(); }
  double lipschitz() const override { return whole_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    whole_.component_at(number(i), z, out);
  }
  double gradient_length(Index i, const Vector& z, const Vector& component) const override {
    return whole_.gradient_length(number(i), z, component);
  }
  /// On one thread, for components may share scratch memory.
  std::unique_ptr<Pass> begin_pass(const Vector& z, OperatorMean& mean) const override;

 private:
  Index number(Index i) const { return numbers_[static_cast<std::size_t>(i)]; }

  const ComponentSum& whole_;
  std::vector<Index> numbers_;
};

}  // namespace noisy
