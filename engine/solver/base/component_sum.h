#pragma once

#include <memory>
#include <span>

#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/risk/linear_components.h"

namespace noisy {

/// Public bounds on the derivatives of every component's operator, in the Euclidean norm:
/// ||grad_xx phi_i|| <= primal, ||grad_yy phi_i|| <= dual, ||grad_xy phi_i|| <= coupling, and the
/// operator is `joint`-Lipschitz in (x, y). Of a minimization only `joint` means anything.
struct OperatorSmoothness {
  double joint = 0;
  double primal = std::numeric_limits<double>::infinity();
  double dual = std::numeric_limits<double>::infinity();
  double coupling = std::numeric_limits<double>::infinity();
};

/// What one walk over all components gives.
struct OperatorMean {
  Vector value;  ///< A(z)
  /// The longest gradient of a record's own loss f_i at z, from which phi_i may differ by a
  /// regularizer: it must not pass lipschitz().
  double longest_gradient = 0;
};

/// The finite sum that base solvers work on (bring-your-own-minimax, 1.3):
///
///     A(z) = (1/m) sum_i A_i(z),   A_i(z) = grad phi_i(x)                             z = x
///                                  A_i(z) = (grad_x phi_i(z), -grad_y phi_i(z))       z = (x, y)
///
/// with convex phi_i, or convex-concave ones. Whoever holds it reads the data exactly.
class ComponentSum {
 public:
  virtual ~ComponentSum() = default;

  virtual Index components() const = 0;        ///< m >= 1
  virtual Index primal_dimension() const = 0;  ///< of x
  virtual Index dual_dimension() const = 0;    ///< of y; 0 for a minimization
  virtual OperatorSmoothness smoothness() const = 0;
  /// L, public: ||grad f_i(z)|| <= L on the domain, for every possible record.
  virtual double lipschitz() const = 0;

  /// out = A_i(z). `out` has the size of z.
  virtual void component_at(Index i, const Vector& z, Vector& out) const = 0;

  /// ||grad f_i(z)||, where phi_i is the record's own loss f_i: ||A_i(z)||.
  virtual double gradient_length(Index i, const Vector& z, const Vector& component) const;

  /// Starts a walk over all components; the answer has the same bits whatever the threads.
  /// z and mean must outlive the pass.
  virtual std::unique_ptr<Pass> begin_pass(const Vector& z, OperatorMean& mean) const;

  /// E with ||computed A(z) - A(z)|| <= E for the mean of begin_pass(): u (8 + a) L + u p l ||z||
  /// with u = 2^-53, a additions along the longest path of the sum (256 + log2(m / 256) here), and
  /// p the length of a record (bring-your-own-minimax, 3.4), at every z with ||z|| <= point_norm.
  /// The mean of |A_i(z)|, entry by entry, is no longer than L, so a sum's error is at most a u L;
  /// 8 u L is for evaluating a component.
  virtual double rounding_error(double point_norm) const;

  /// The components, where they are of one linear form; else null.
  virtual const LinearComponents* linear() const { return nullptr; }

  Index dimension() const { return primal_dimension() + dual_dimension(); }
  bool is_saddle() const { return dual_dimension() > 0; }
};

}  // namespace noisy
