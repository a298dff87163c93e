#pragma once

#include <utility>

#include "engine/solver/base/component_sum.h"

namespace noisy {

/// The records of a problem of engine/problem/saddle as components, phi_i = f_i.
template <class Problem>
class SaddleRecordSum : public ComponentSum {
 public:
  using Records = typename Problem::Records;

  SaddleRecordSum(Problem problem, Records records)
      : problem_(std::move(problem)), records_(std::move(records)) {}

  const Problem& problem() const { return problem_; }
  const Records& records() const { return records_; }

  Index components() const override { return records_.count(); }
  Index primal_dimension() const override { return problem_.primal_dimension(); }
  Index dual_dimension() const override { return problem_.dual_dimension(); }
  OperatorSmoothness smoothness() const override {
    const SaddleSmoothness l = problem_.smoothness();
    return {.joint = l.joint, .primal = l.primal, .dual = l.dual, .coupling = l.coupling};
  }
  double lipschitz() const override { return problem_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    problem_.operator_at(records_, i, z, out);
  }

 private:
  Problem problem_;
  Records records_;
};

}  // namespace noisy
