#pragma once

#include <span>
#include <vector>

#include "engine/solver/base/solver_work.h"

namespace noisy {

/// The variance-reduced estimate of A around a reference point w, for minimizations:
///
///     v = A_i(z) - A_i(w) + A(w)                                     (Johnson and Zhang 2013)
///
/// Components of one linear form need one number for each, slope(i, u_i'w), instead of A_i(w): all
/// of them are computed with the reference where it serves so many steps, else one at each step.
class ReducedEstimate {
 public:
  /// @param steps  that each reference is expected to serve
  ReducedEstimate(const SolverWork& work, Index steps);

  /// Takes w with a = A(w); m more evaluations where all slopes are computed, else none. Both must
  /// outlive the task.
  Task<> refer_to(const Vector& w, const Vector& a);

  /// Component evaluations of one estimate.
  Index cost() const { return has_slopes_ ? 1 : 2; }
  /// out = v
  void estimate(Index i, const Vector& z, Vector& out);

  const LinearComponents* linear() const { return linear_; }
  /// One for each component, or none.
  std::span<const double> slopes() const { return slopes_; }
  /// slope(i, u_i'z) - slope(i, u_i'w): with linear components, v = A(w) + this u_i.
  double slope_change(Index i, const Vector& z) const;

 private:
  const SolverWork* work_;
  const LinearComponents* linear_;
  bool has_slopes_;
  Vector reference_;     ///< w; not kept where there are slopes
  Vector at_reference_;  ///< A(w)
  Vector component_;
  std::vector<double> slopes_;  ///< slope(i, u_i'w)
};

/// slopes[i] = slope(i, u_i'z) for all components: m evaluations. All must outlive the task.
Task<> compute_slopes(const SolverWork& work, const Vector& z, std::vector<double>& slopes);

/// The Euclidean step 1 / (factor l) in the metric of the block of a minimization: the smaller of
/// lambda / (factor l) and SolverWork::kLargestStep, which also is that of linear losses.
double smooth_step(const SolverWork& work, double factor);

}  // namespace noisy
