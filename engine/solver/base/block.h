#pragma once

#include "engine/problem/domain/domain.h"
#include "engine/solver/base/component_sum.h"

namespace noisy {

/// What is added to a ComponentSum, and where its points lie.
struct BlockTerms {
  double primal_weight = 0;  ///< lambda, lambda_x > 0
  double dual_weight = 0;    ///< lambda_y > 0; not read for a minimization
  Vector centre;             ///< c = (c_x, c_y)
  Domain primal_domain;      ///< X, with a projection
  Domain dual_domain;        ///< Y, with a projection; not read for a minimization
  Vector start;              ///< in the domain, and public; empty: P(c)
};

/// The regularized problem that every base solver receives (bring-your-own-minimax, 1.3):
///
///     min over X          of  (1/m) sum_i phi_i(x) + (lambda/2) ||x - c||^2
///     min over X, max over Y of  (1/m) sum_i phi_i(x, y) + (lambda_x/2) ||x - c_x||^2
///                                                         - (lambda_y/2) ||y - c_y||^2
///
/// With W = diag(lambda_x I, lambda_y I), B(z) = A(z) + W (z - c) is 1-strongly monotone in the
/// norm
/// ||z||_W = sqrt(<z, W z>), and steps in that metric do not feel how large the weights are. A
/// minimization is the case without y: its Euclidean step eta is the step lambda eta here.
class Block {
 public:
  /// @param sum  must outlive this
  /// @error invalid-value when sizes differ, a weight is not positive and finite, a domain has no
  ///        projection, or the start is outside of it; missing-value when the sum is not smooth
  static Result<Block> make(const ComponentSum& sum, BlockTerms terms);

  const ComponentSum& sum() const { return *sum_; }
  Index components() const { return sum_->components(); }  ///< m
  Index dimension() const { return sum_->dimension(); }
  bool is_saddle() const { return sum_->is_saddle(); }

  double primal_weight() const { return terms_.primal_weight; }
  /// That of y; of a minimization that of x, so that both are the same number.
  double dual_weight() const { return terms_.dual_weight; }
  double least_weight() const { return std::min(terms_.primal_weight, terms_.dual_weight); }
  const Vector& centre() const { return terms_.centre; }
  const Vector& start() const { return terms_.start; }
  const BlockTerms& terms() const { return terms_; }
  /// The same problem, from another point of its domain.
  Block with_start(Vector start) const;
  /// Whether every point belongs to the domain.
  bool is_unconstrained() const;

  /// kappa_w, the Lipschitz constant of W^-1 A in the norm of W: the smaller of
  ///     max(l_xx / lambda_x, l_yy / lambda_y) + l_xy / sqrt(lambda_x lambda_y)
  ///     l / min(lambda_x, lambda_y)
  double condition_number() const { return condition_number_; }

  /// ||v||_W
  double norm(const Vector& v) const;
  /// ||v||_{W^-1} = sqrt(||v_x||^2 / lambda_x + ||v_y||^2 / lambda_y)
  double dual_norm(const Vector& v) const;

  /// z <- P(z)
  void project(Vector& z) const;
  /// z <- prox_W(z, eta) = P((z + eta c) / (1 + eta))
  void prox(Vector& z, double eta) const;
  /// z <- prox_W(z - eta W^-1 v, eta): a forward-backward step in the metric of W
  void step(Vector& z, const Vector& v, double eta) const;
  /// out = A(z) + W (z - c), the full operator B where `a` is A(z)
  void add_regularizer(const Vector& z, const Vector& a, Vector& out) const;
  /// z <- z - eta W^-1 v, without a projection
  void descend(Vector& z, const Vector& v, double eta) const;
  /// ||W moved / eta + change||_{W^-1}: the residual that a step `moved` = z - z_next of size eta
  /// leaves, where `change` is by how much the operator that it used misses the one at z_next.
  double step_residual(const Vector& moved, double eta, const Vector& change) const;

 private:
  Block(const ComponentSum& sum, BlockTerms terms);

  const ComponentSum* sum_;
  BlockTerms terms_;
  double condition_number_;
};

}  // namespace noisy
