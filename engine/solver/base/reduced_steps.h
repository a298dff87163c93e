#pragma once

#include "engine/solver/base/drawn_components.h"
#include "engine/solver/base/reduced_estimate.h"

namespace noisy {

/// Forward-backward steps along the variance-reduced estimate v of a minimization:
///
///     z <- prox_W(z - eta W^-1 v, eta)
///
/// With linear components a step is one product with a row and one walk that does all the rest:
/// prox_W before its projection is z / (1 + eta) + pull - (eta / lambda) change u_i / (1 + eta).
class ReducedSteps {
 public:
  /// @param eta    in the metric of the block
  /// @param steps  that each reference is expected to serve
  ReducedSteps(const SolverWork& work, double eta, Index steps);

  /// As ReducedEstimate::refer_to.
  Task<> refer_to(const Vector& w, const Vector& a);
  /// Component evaluations of one step.
  Index cost() const { return estimate_.cost(); }
  std::span<const double> slopes() const { return estimate_.slopes(); }  ///< as the estimate's

  /// z <- the next iterate
  void step(Index i, Vector& z);

 private:
  const Block* block_;
  double eta_;
  ReducedEstimate estimate_;
  Vector v_;
  Vector pull_;  ///< (eta c - (eta / lambda) A(w)) / (1 + eta)
};

}  // namespace noisy
