#pragma once

#include <optional>

#include "engine/problem/domain/proximal_term.h"
#include "engine/problem/domain/regularizer.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/solver/optimum.h"

namespace noisy {

/// What runs of one group share, and which diagnostics are computed of their iterates; those of
/// their steps are each run's own (RunSetup). Nothing is owned.
struct GroupProblem {
  const FiniteSum* sum = nullptr;
  const Regularizer* regularizer = nullptr;
  /// Mean misclassification, for accuracy; null when not asked for.
  const FiniteSum* error_rate = nullptr;
  bool wants_objective = false;
  /// F*, when sub-optimality is asked for.
  std::optional<double> optimum;
  /// The reference optimum, when a diagnostic of steps is measured from it; null else, and where
  /// there is none.
  const ReferenceOptimum* reference = nullptr;
  /// The risk without clipping, whose gradients are looked at; null when there are none to.
  const FiniteSum* exact = nullptr;
  bool wants_gradient_norm = false;
  /// Of the gradient mapping, where a regularizer or a domain leaves no gradient: then the norm is
  /// that of L (x - prox(x - grad F(x) / L)), with L the smoothness.
  std::optional<ProximalTerm> term;
  double smoothness = 1;
  bool wants_sparsity = false;
  bool wants_clipped_fraction = false;

  /// Whether there is a diagnostic that every run has.
  bool has_diagnostics() const {
    return wants_objective || optimum || error_rate || wants_gradient_norm || wants_sparsity ||
           wants_clipped_fraction;
  }
  /// Whether F is to be known at the traced iterates.
  bool needs_values() const { return wants_objective || optimum || reference; }
};

}  // namespace noisy
