#pragma once

#include "engine/problem/geometry/geometry.h"

namespace noisy {

/// w(u) = sum_j u_j ln u_j on the weights u of a polytope's vertices, x = A u, with the norm l1 on
/// u. The state holds ln u_j, so that no weight is ever lost to 0.
///
/// Simplex: A = I. l1 ball: A = R (I, -I). Hull: A holds the vertices, and their mirror images.
class EntropyGeometry final : public Geometry {
 public:
  EntropyGeometry(const Domain& polytope, Generator generator, Index dimension);

  /// Number of weights.
  Index weights() const { return weights_; }

  /// Equal weights.
  Vector centre_state() const override;
  void point_of(const Vector& state, Vector& point) const override;
  /// ln u_j -= weight (A' gradient)_j, then normalized.
  void mirror_step(double weight, const Vector& gradient, Vector& state) const override;
  /// l1 ball: what ||x||_1 leaves of R is spread evenly over all weights.
  std::optional<Vector> primal_of(const Vector& point) const override;
  double distance(const Vector& primal) const override;
  double divergence(const Vector& primal, const Vector& state) const override;
  /// max_j -ln u_j: ln of the number of weights at the centre.
  double bregman_radius(const Vector& state) const override;

 private:
  /// Simplex: every coordinate positive. l1 ball: ||x||_1 < R, with the weights of primal_of().
  /// Hull: equal weights only.
  Result<Vector> interior_state(const Vector& point) const override;

  bool is_mean_of_vertices(const Vector& point) const;

  Index weights_;
};

}  // namespace noisy
