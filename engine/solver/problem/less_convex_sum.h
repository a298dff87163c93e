#pragma once

#include "engine/solver/base/component_sum.h"

namespace noisy {

/// Components without a part of their curvature, which a block then has as its weight
/// (bring-your-own-minimax, 1.3):
///
///     phi_i(x, y) = f_i(x, y) - (mu_x / 2) ||x||^2 + (mu_y / 2) ||y||^2
///
/// They are convex (convex-concave) as long as every f_i is that strongly so.
class LessConvexSum final : public ComponentSum {
 public:
  /// @param whole   must outlive this
  /// @param primal  mu_x >= 0
  /// @param dual    mu_y >= 0; of a minimization not read
  LessConvexSum(const ComponentSum& whole, double primal, double dual)
      : whole_(whole), primal_(primal), dual_(dual) {}

  Index components() const override { return whole_.components(); }
  Index primal_dimension() const override { return whole_.primal_dimension(); }
  Index dual_dimension() const override { return whole_.dual_dimension(); }
  /// Of a minimization l - mu. Of a saddle problem the parts lose their own modulus; the joint
  /// constant may stay what it is.
  OperatorSmoothness smoothness() const override;
  double lipschitz() const override { return whole_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override;
  double gradient_length(Index i, const Vector& z, const Vector& component) const override;
  std::unique_ptr<Pass> begin_pass(const Vector& z, OperatorMean& mean) const override;
  double rounding_error(double point_norm) const override;

 private:
  class LessConvexPass;
  /// out += factor (mu_x x, mu_y y)
  void add_curvature(double factor, const Vector& z, Vector& out) const;

  const ComponentSum& whole_;
  double primal_;
  double dual_;
};

}  // namespace noisy
