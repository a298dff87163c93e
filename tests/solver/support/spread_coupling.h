#pragma once

#include "tests/solver/support/problems.h"

namespace noisy::testing {

/// phi_i(x, y) = s_i x_1 y_1 + b_i.x - c_i.y in two dimensions each, s_i by turns 1 and 0: l = 1,
/// and one singular value of the mean coupling is 1/2, the other 0, along which nothing but the
/// regularizers moves a point. Cheap to evaluate, and solved in closed form.
class SpreadCoupling final : public ComponentSum {
 public:
  SpreadCoupling(Index components, std::uint64_t seed) {
    Draws draws(seed);
    for (Index i = 0; i < components; ++i) slopes_.push_back(draws.unit(4));
  }

  Index components() const override { return static_cast<Index>(slopes_.size()); }
  Index primal_dimension() const override { return 2; }
  Index dual_dimension() const override { return 2; }
  OperatorSmoothness smoothness() const override {
    return {.joint = 1, .primal = 0, .dual = 0, .coupling = 1};
  }
  /// Where |x_1| and |y_1| are at most 1e6, as far as a certificate's step may lead.
  double lipschitz() const override { return 2e6; }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    out = slopes_[static_cast<std::size_t>(i)];
    if (i % 2 != 0) return;
    out[0] += z[2];
    out[2] -= z[0];
  }

  /// The saddle point with weights a of x and b of y around 0.
  Vector solution(double a, double b) const {
    Vector mean = Vector::Zero(4);
    for (const Vector& slope : slopes_) mean += slope / static_cast<double>(components());
    const double s = 0.5, delta = a * b + s * s;
    return Vector{{(-b * mean[0] + s * mean[2]) / delta, -mean[1] / a,
                   (-a * mean[2] - s * mean[0]) / delta, -mean[3] / b}};
  }

 private:
  std::vector<Vector> slopes_;  ///< (b_i, -c_i)
};

}  // namespace noisy::testing
