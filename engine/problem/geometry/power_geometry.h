#pragma once

#include <vector>

#include "engine/problem/geometry/geometry.h"

namespace noisy {

/// w(x) = (K / 2) ||x||_q^2 of the coordinates of l1 and l_a balls, of the block norms of group
/// balls; the state is the point. With s = q / (q - 1):
///
///     l1 and group ball, m blocks:  s = max(2, 2 ln m),  K = (s - 1) m^(2/s) / R^2
///     l_a ball:                     q = a,               K = 1 / ((a - 1) R^2)
///
/// ||x||_q^2 / 2 is (q - 1)-strongly convex in ||.||_q, and ||x||_1 <= m^(1/s) ||x||_q.
class PowerGeometry final : public Geometry {
 public:
  PowerGeometry(const Domain& ball, Index dimension);

  Vector centre_state() const override;
  void point_of(const Vector& state, Vector& point) const override;
  /// grad w* of theta = grad w(z) - weight gradient where that lies in C. Else of theta with all
  /// block norms reduced by the nu that reaches the boundary (l1, group), or scaled to it (l_a).
  void mirror_step(double weight, const Vector& gradient, Vector& state) const override;
  double distance(const Vector& primal) const override;
  double divergence(const Vector& primal, const Vector& state) const override;
  /// K R^2 / 2 + w(z) + ||grad w(z)||_{C*}
  double bregman_radius(const Vector& state) const override;

  double dual_exponent() const { return s_; }
  double exponent() const { return q_; }
  double scale() const { return k_; }

 private:
  Result<Vector> interior_state(const Vector& point) const override { return point; }
  std::vector<double> block_norms(const Vector& x) const;
  void set_block_norms(const std::vector<double>& now, const std::vector<double>& wanted,
                       Vector& x) const;
  Vector gradient_at(const Vector& point) const;
  void enter_ball(const std::vector<double>& dual, std::vector<double>& primal) const;

  std::size_t block_;
  double s_, q_, k_;
};

}  // namespace noisy
