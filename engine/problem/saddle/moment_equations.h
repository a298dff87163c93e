#pragma once

#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

/// The linear moment equations E[u (u'x - t)] = 0 of an instrumental variable that is the regressor
/// itself, tested against every y of the cube: min over ||x||_2 <= D, max over ||y||_inf <= 1 of
/// the mean of
///
///     f(x, y; u, t) = (u'y) (u'x - t),   A = ( (u'y) u, -(u'x - t) u )
///
/// whose largest value over y is ||mean u (u'x - t)||_1. With a_1 = sup||u||_1, a = sup||u||_2,
/// T = sup|t|, p features, q = min(a_1, sqrt(p) a) >= |u'y| and a D + T >= |u'x - t|:
///
///     L^2 = a^2 ( q^2 + (a D + T)^2 )
///     S_x = min( 2 a q, a^2 sqrt(p) )        S_y = a^2 D + 2 a T
///     l = l_xy = a^2,  l_xx = l_yy = 0
///
/// S_x and S_y: u u'y lies in the ball with centre a^2 y / 2 and radius a^2 ||y|| / 2, because
/// ||u u'y - a^2 y / 2||^2 = (u'y)^2 (||u||^2 - a^2) + a^4 ||y||^2 / 4. So two of them differ by at
/// most a^2 ||y||, and u u'x by a^2 ||x|| likewise; two t u differ by at most 2 a T. l: A is linear
/// with the matrix ((0, u u'), (-u u', 0)) and a constant, whose norm is ||u||^2.
class MomentEquations final : public SaddleLoss {
 public:
  /// @param radius  D > 0
  explicit MomentEquations(double radius) : radius_(radius) {}

  Index primal_dimension(Index features) const override { return features; }
  Index dual_dimension(Index features) const override { return features; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override;
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;

 private:
  double radius_;
};

}  // namespace noisy
