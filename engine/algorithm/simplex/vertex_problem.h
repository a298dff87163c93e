#pragma once

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/simplex/theory/simplex_setting.h"
#include "engine/privacy/release/whole_gradients.h"
#include "engine/problem/domain/vertex_set.h"

namespace noisy {

/// A minimization over the hull of m vertices v_k as one over the weights lambda of a simplex, x =
/// sum_k lambda_k v_k; its gradient has the coordinates <v_k, grad f>. All of it is public.
struct VertexProblem {
  VertexSet vertices;
  double radius = 1;  ///< R_1 = max ||v_k||_1
  /// C: how far two records can be apart in one such coordinate (VertexSet::score_sensitivity).
  double move = 0;
  /// In lambda; L_2 is 0 for losses whose Hessian is the same everywhere (linear, squared, mean
  /// estimation), else a number that no bound goes by.
  SimplexRegularity regularity;

  double log_dimension() const;
  bool is_second_order() const;
};

/// What is known of a record's products with vertices, for hardened draws by their sums: C / 2
/// bounds them, or C is less than twice what does.
WholeGradient whole_products(const VertexProblem& problem);

/// @error unsupported-domain for sets that are no hull of a list of two vertices or more;
///        unbounded-sensitivity; invalid-value at "problem.constants.smoothness" without a bound on
///        second derivatives
Result<VertexProblem> vertex_problem(const PlanInput& input);

}  // namespace noisy
