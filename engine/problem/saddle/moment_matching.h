#pragma once

#include <cstdint>

#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle/saddle_problem.h"

namespace noisy {

struct MomentMatchingParameters {
  Index primal_dimension = 10;  ///< d_x >= d_y
  Index dual_dimension = 5;     ///< d_y, the number of moments
  double strength = 1;          ///< ||A||_op, > 0
  double matrix_spread = 0.5;   ///< ||A_xi - A||_op, >= 0
  double target_spread = 0.5;   ///< ||b_xi - b||, >= 0
  double radius = 1;            ///< D > 0: ||x|| <= D
  std::uint64_t seed = 1;       ///< of A and of the x0 with A x0 = b
};

/// Records (A_xi, b_xi): A_xi = A + matrix_spread u v', b_xi = b + target_spread w with independent
/// unit vectors u, v, w, uniform on their spheres.
struct MomentRecords {
  Eigen::MatrixXd left;    ///< u, one record per column
  Eigen::MatrixXd right;   ///< v
  Eigen::MatrixXd target;  ///< b_xi

  Index count() const { return left.cols(); }
};

/// T9, matching moments in l1 (bring-your-own-minimax, 5.1), smooth only as a saddle problem:
///
///     min over ||x|| <= D of ||A x - b||_1 = max over |y|_inf <= 1 of E[ y.(A_xi x - b_xi) ]
///
/// A is `strength` times some rows of a reflection, so that its rows are orthogonal and
/// ||A||_op = strength exactly; b = A x0 with ||x0|| = D / 2.
class MomentMatching {
 public:
  using Records = MomentRecords;

  /// @error invalid-value when a parameter is out of its range
  static Result<MomentMatching> make(const MomentMatchingParameters& parameters);

  const MomentMatchingParameters& parameters() const { return parameters_; }
  Index primal_dimension() const { return parameters_.primal_dimension; }
  Index dual_dimension() const { return parameters_.dual_dimension; }
  Domain primal_domain() const;
  Domain dual_domain() const;
  Records draw(Index count, std::uint64_t seed) const;

  /// L = sqrt(a^2 d_y + (a D + beta)^2), a >= ||A_xi||_op, beta >= ||b_xi||
  double lipschitz() const;
  /// All of it is coupling: a.
  SaddleSmoothness smoothness() const;
  /// out = (A_xi' y, b_xi - A_xi x) at z = (x, y)
  void operator_at(const Records& records, Index i, const Vector& z, Vector& out) const;

  /// (x0, 0), at which F = 0. Private to who made the problem.
  SaddlePoint saddle() const;
  /// F(x, y) = y.(A x - b)
  double value(const SaddlePoint& z) const;
  /// max F(x, .) - min F(., y) = ||A x - b||_1 + D ||A' y|| + b.y
  double gap(const SaddlePoint& z) const;

 private:
  explicit MomentMatching(const MomentMatchingParameters& parameters);

  double operator_bound() const { return parameters_.strength + parameters_.matrix_spread; }
  double target_bound() const;
  Vector forward(std::span<const double> x) const;   ///< A x
  Vector backward(std::span<const double> y) const;  ///< A' y

  MomentMatchingParameters parameters_;
  Eigen::MatrixXd rows_;  ///< of A, one per column
  Vector solution_;       ///< x0
  Vector target_;         ///< b
};

}  // namespace noisy
