#pragma once

#include <optional>

#include "engine/problem/finite_sum.h"
#include "engine/problem/proximal_term.h"
#include "engine/problem/regularizer.h"

namespace noisy {

/// What runs of one group share, and which diagnostics are computed of their iterates. Nothing is
/// owned.
struct GroupProblem {
  const FiniteSum* sum = nullptr;
  const Regularizer* regularizer = nullptr;
  /// Mean misclassification, for accuracy; null when not asked for.
  const FiniteSum* error_rate = nullptr;
  bool wants_objective = false;
  /// F*, when sub-optimality is asked for.
  std::optional<double> optimum;
  /// The risk without clipping, for gradient norms; null when not asked for.
  const FiniteSum* exact = nullptr;
  /// Of the gradient mapping, where a regularizer or a domain leaves no gradient: then the norm is
  /// that of L (x - prox(x - grad F(x) / L)), with L the smoothness.
  std::optional<ProximalTerm> term;
  double smoothness = 1;
  bool wants_sparsity = false;
  bool wants_clipped_fraction = false;

  bool has_diagnostics() const {
    return wants_objective || optimum || error_rate || exact || wants_sparsity ||
           wants_clipped_fraction;
  }
};

}  // namespace noisy
