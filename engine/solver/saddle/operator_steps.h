#pragma once

#include <algorithm>

#include "engine/solver/base/solver_work.h"

namespace noisy {

/// A stochastic method makes at most so many steps before it lets the loop look at the deadline.
inline constexpr Index kStepsPerSlice = 256;

/// A point w with its A(w), around which one component estimates A(z):
///
///     v = A_i(z) - A_i(w) + A(w)
///
/// has the mean A(z), and an error that vanishes as z and w come together.
class OperatorReference {
 public:
  /// A(w) is not known before the first move_to().
  explicit OperatorReference(Index dimension) : point_(dimension), component_(dimension) {}

  /// `co_await reference.move_to(work, z)`: w = z, m evaluations.
  auto move_to(const SolverWork& work, const Vector& z) {
    point_ = z;
    return work.operator_at(point_, mean_);
  }

  const Vector& point() const { return point_; }      ///< w
  const Vector& mean() const { return mean_.value; }  ///< A(w)

  /// Two evaluations. `out` has the size of z, and is not z.
  void estimate(const ComponentSum& sum, Index i, const Vector& z, Vector& out) {
    sum.component_at(i, z, out);
    sum.component_at(i, point_, component_);
    out += mean_.value - component_;
  }

 private:
  Vector point_;
  Vector component_;
  OperatorMean mean_;
};

/// The smaller of `step` and the largest one that is of use.
inline double capped(double step) {
  return std::min(step, SolverWork::kLargestStep);
}

}  // namespace noisy
