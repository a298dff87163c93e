#pragma once

#include "engine/math/error.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/domain/regularizer.h"

namespace noisy {

/// A regularizer together with the indicator of a domain, r + I_C, whose proximal map is exact:
///
///     prox(eta, y) = argmin over C of ||x - y||_2^2 / 2 + eta r(x)
///
/// Exact combinations (table 1.4 of the specification, and what follows from it): any regularizer
/// on the whole space; projection after the prox for none and l2 on every domain that has a
/// projection, for separable terms on boxes, l_inf balls and the orthant, for l1, elastic net,
/// l2_norm and group_l2 on l2 balls, for l1 and elastic net on l1 balls, for group_l2 on the group
/// ball of the same blocks, for linf on the l_inf ball. The others have no closed form.
class ProximalTerm {
 public:
  /// The zero term on the whole space, whose prox is the identity.
  ProximalTerm() = default;

  /// @error unsupported-domain      for a domain without a projection
  /// @error unsupported-regularizer for a regularizer whose prox over the domain is not known
  /// @error invalid-value           for strengths, radii and shapes that make no sense
  static Result<ProximalTerm> create(Regularizer regularizer, Domain domain, Index dimension);

  /// x = prox(step, x). Without scratch memory. @param step  eta >= 0
  void prox(double step, Vector& x) const;

  /// r(x); infinity outside C (beyond Domain::kTolerance).
  double value(const Vector& x) const;

  double strong_convexity() const { return regularizer_.strong_convexity(); }

  const Regularizer& regularizer() const { return regularizer_; }
  const Domain& domain() const { return domain_; }

 private:
  ProximalTerm(Regularizer regularizer, Domain domain);

  Regularizer regularizer_;
  Domain domain_;
};

}  // namespace noisy
