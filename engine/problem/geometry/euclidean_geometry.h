#pragma once

#include "engine/problem/geometry/geometry.h"

namespace noisy {

/// w(x) = ||x||_2^2 / (2 R^2) on the l2 or l_inf ball of radius R; the state is the point.
class EuclideanGeometry final : public Geometry {
 public:
  EuclideanGeometry(const Domain& ball, Index dimension);

  Vector centre_state() const override;
  void point_of(const Vector& state, Vector& point) const override;
  /// Proj_C(z - R^2 weight gradient)
  void mirror_step(double weight, const Vector& gradient, Vector& state) const override;
  double distance(const Vector& primal) const override;
  double divergence(const Vector& primal, const Vector& state) const override;
  /// max over C of w + w(z) + ||grad w(z)||_{C*}: 1/2 or p/2 at the centre, exact everywhere.
  double bregman_radius(const Vector& state) const override;

 private:
  Result<Vector> interior_state(const Vector& point) const override { return point; }

  double square_;  ///< R^2
};

}  // namespace noisy
