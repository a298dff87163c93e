#pragma once

#include <cstdint>

#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

struct RandomCouplingParameters {
  Index dimension = 5;     ///< d >= 2, of x and of y
  double radius = 1;       ///< R > 0: ||x||, ||y|| <= R
  bool has_losses = true;  ///< without them only the bilinear part is left
};

/// Records of T6, one per column: unit vectors, and the signs of the label and of the coupling.
struct CouplingRecords {
  Eigen::MatrixXd primal_row, dual_row;  ///< a, e
  Eigen::MatrixXd left, right;           ///< p, q
  Vector label, sign;                    ///< b, s

  Index count() const { return label.size(); }
};

/// T6, a problem to measure solvers on (bring-your-own-minimax, 5.1):
///
///     phi_i(x, y) = softplus(-b_i a_i.x) + x' C_i y - softplus(-e_i.y)
///     C_i = (diag(1, 0.3, 0, ..., 0) + s_i p_i q_i') / 2
///
/// where the records 2k and 2k + 1 share p and q with s = 1 and s = -1, so that the couplings' mean
/// is the diagonal, with singular values far apart.
class RandomCoupling {
 public:
  using Records = CouplingRecords;

  /// @error invalid-value when a parameter is out of its range
  static Result<RandomCoupling> make(const RandomCouplingParameters& parameters);

  const RandomCouplingParameters& parameters() const { return parameters_; }
  Index primal_dimension() const { return parameters_.dimension; }
  Index dual_dimension() const { return parameters_.dimension; }
  Domain primal_domain() const;
  Domain dual_domain() const { return primal_domain(); }
  Records draw(Index count, std::uint64_t seed) const;

  /// L = sqrt 2 (R + 1), without losses sqrt 2 R: ||C_i|| <= 1 and the losses' slopes are below 1.
  double lipschitz() const;
  /// ||C_i|| <= 1, and 1/4 for a loss.
  SaddleSmoothness smoothness() const;
  /// out = (grad_x phi_i, -grad_y phi_i) at z = (x, y)
  void operator_at(const Records& records, Index i, const Vector& z, Vector& out) const;

 private:
  explicit RandomCoupling(const RandomCouplingParameters& parameters) : parameters_(parameters) {}

  RandomCouplingParameters parameters_;
};

}  // namespace noisy
