#pragma once

#include "engine/problem/saddle/affine_in_record.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

struct CoupledParameters {
  double primal_modulus = 0;  ///< mu_x >= 0
  double dual_modulus = 0;    ///< mu_y >= 0
  double coupling = 1;        ///< a >= 0
  double radius = 1;          ///< D > 0
  /// X and Y: balls ||x||_2 <= D, or the cubes [-D/sqrt d, D/sqrt d]^d within them.
  bool is_cube = false;
};

/// Problems whose records enter linearly (T3 and T4 of bring-your-own-minimax, 5.1): of the halves
/// u = (u_1, u_2) of a row,
///
///     f(x, y; u) = u_1.x - u_2.y + (mu_x/2) ||x||^2 + a x.y - (mu_y/2) ||y||^2
///     A = (u_1 + mu_x x + a y, u_2 - a x + mu_y y)
///
/// For ||u|| <= B:
/// - L = B + D sqrt(mu_x^2 + mu_y^2 + 2 a^2 + 2 a |mu_x - mu_y|), attained where y = +-x is as long
///   as allowed and u points along: the part that no record changes has the square
///   (mu_x^2 + a^2) ||x||^2 + (mu_y^2 + a^2) ||y||^2 + 2 a (mu_x - mu_y) x.y.
/// - S_x = S_y = 2 B: only u differs. Each is attained, not both by the same records.
/// - l_xx = mu_x, l_yy = mu_y, l_xy = a, and l is the larger singular value of
///   ((mu_x, a), (-a, mu_y)).
class CoupledLoss final : public SaddleLoss, public AffineInRecord {
 public:
  explicit CoupledLoss(const CoupledParameters& parameters) : parameters_(parameters) {}

  Index primal_dimension(Index features) const override { return features / 2; }
  Index dual_dimension(Index features) const override { return features / 2; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override { return primal_domain(features); }
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Result<void> check_features(Index features) const override;

 private:
  CoupledParameters parameters_;
};

}  // namespace noisy
