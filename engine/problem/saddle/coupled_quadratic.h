#pragma once

#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle/linear_records.h"

namespace noisy {

struct CoupledQuadraticParameters {
  double primal_modulus = 1;  ///< mu_x > 0
  double dual_modulus = 1;    ///< mu_y > 0
  double coupling = 1;        ///< a, finite
  LinearLaw law;              ///< of xi_b and xi_c, both of d coordinates
};

/// Expected gaps of a random point.
struct ExpectedGaps {
  double strong = 0;  ///< E[ max over y of F(x~, y) - min over x of F(x, y~) ]
  double weak = 0;    ///< max over y of E[F(x~, y)] - min over x of E[F(x, y~)]
};

/// T3, strongly convex and strongly concave (bring-your-own-minimax, 5.1): the records' loss
/// <xi_b, x> - <xi_c, y> plus G = (mu_x/2) ||x||^2 + a x.y - (mu_y/2) ||y||^2, which no record
/// changes, on the whole space. With the means b and c,
///
///     F(x, y) = <b, x> - <c, y> + G(x, y)
class CoupledQuadratic {
 public:
  using Records = LinearRecords;

  /// @error invalid-value when a modulus is not positive, another number is not finite, or the
  ///        means of the law differ in size or are empty
  static Result<CoupledQuadratic> make(CoupledQuadraticParameters parameters);

  const CoupledQuadraticParameters& parameters() const { return parameters_; }
  Index primal_dimension() const { return parameters_.law.mean.primal.size(); }
  Index dual_dimension() const { return primal_dimension(); }
  Domain primal_domain() const { return {}; }
  Domain dual_domain() const { return {}; }
  Records draw(Index count, std::uint64_t seed) const;

  /// L = sup ||(xi_b, xi_c)||: G is no part of it (Lemma 4.5 allows any G).
  double lipschitz() const { return parameters_.law.longest(); }
  /// Of <xi_b, x> + a x.y - <xi_c, y>: the two squares are the base solvers' regularizer.
  SaddleSmoothness smoothness() const;
  /// out = (grad_x, -grad_y) of that at z = (x, y).
  void operator_at(const Records& records, Index i, const Vector& z, Vector& out) const;

  /// The saddle point where the records' means are (b, c):
  /// x* = (a c - mu_y b) / Delta, y* = -(a b + mu_x c) / Delta, Delta = mu_x mu_y + a^2
  SaddlePoint saddle(const SaddlePoint& means) const;
  SaddlePoint saddle() const { return saddle(parameters_.law.mean); }
  /// F(x, y)
  double value(const SaddlePoint& z) const;
  /// max F(x, .) - min F(., y) =
  /// ((mu_x + a^2/mu_y) ||x - x*||^2 + (mu_y + a^2/mu_x) ||y - y*||^2) / 2
  double gap(const SaddlePoint& z) const;
  /// Of the saddle point of n records plus normal noise of these standard deviations.
  ExpectedGaps expected_gaps(Index records, double primal_noise, double dual_noise) const;

 private:
  explicit CoupledQuadratic(CoupledQuadraticParameters parameters)
      : parameters_(std::move(parameters)) {}

  /// mu_x + a^2 / mu_y and mu_y + a^2 / mu_x: how fast the gap grows in x and in y.
  double primal_growth() const;
  double dual_growth() const;
  double determinant() const;  ///< Delta

  CoupledQuadraticParameters parameters_;
};

}  // namespace noisy
