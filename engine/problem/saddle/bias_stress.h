#pragma once

#include "engine/problem/saddle/affine_in_record.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {

struct BiasStressParameters {
  double curvature = 5;    ///< beta > 0
  double minimizer = 0.8;  ///< p* in [0, 1]
  bool is_kinked = false;  ///< which phi
};

/// A problem whose gradients are biased at averages of few drawn vertices (P4 of
/// saddle-mirror-descent, 4.3): of the halves u = (u_1, u_2) of a row, on two simplices of as many
/// coordinates,
///
///     f(x, y; u) = phi(x_1) + u_1.x / 2 + y_1 / 2 + u_2.y / 2
///     phi(p) = exp(beta (p - 1)) / beta - exp(beta (p* - 1)) p,   least at p*
///
/// or, kinked, beta (p - p*)^2 / 2 above p* and a quarter of that below: its slope has a kink at
/// p*, so that averages of K vertices are misled like 1 / sqrt(K) there, which first-order
/// smoothness allows and no bound on third derivatives does.
///
/// Of records with mean 0, y_1 = 1 and x_1 = p* is the saddle, and
///
///     Gap(x, y) = phi(x_1) - phi(p*) + (1 - y_1) / 2
///
/// For ||u|| <= B and |u_j| <= b, with s = max |phi'| on [0, 1], attained at an end:
/// - L_0 = max(s, 1/2) + b / 2, L_1 = beta, L_2 = beta^2 and S_inf = b, all attained. Kinked, there
///   is no L_2.
/// - L = sqrt(s^2 + 1/4) + B / 2 where u points along.
/// - S_x = S_y = min(B, b sqrt(d)) for halves of d numbers: only u differs. Each is attained.
/// - l_xx = l = beta, and no other curvature.
class BiasStress final : public SaddleLoss, public AffineInRecord {
 public:
  explicit BiasStress(const BiasStressParameters& parameters) : parameters_(parameters) {}

  Index primal_dimension(Index features) const override { return features / 2; }
  Index dual_dimension(Index features) const override { return features / 2; }
  Domain primal_domain(Index features) const override;
  Domain dual_domain(Index features) const override { return primal_domain(features); }
  double value(const SaddleRecord& record, const Vector& z) const override;
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override;
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override;
  Result<void> check_features(Index features) const override;

  double phi(double weight) const;
  double slope(double weight) const;  ///< phi'

 private:
  BiasStressParameters parameters_;
};

}  // namespace noisy
