#pragma once

#include "tests/solver/support/problems.h"

namespace noisy::testing {

/// phi_i(x) = (u_i.x - b_i)^2 / 2 with u_i = sqrt(h_j) e_j, j = i mod d: l = 1, and the mean's
/// curvatures h_j / d are spread evenly over [least / d, 1 / d] in logarithms. Its regularized
/// solution is known axis by axis.
class SpreadSquares final : public ComponentSum, public LinearComponents {
 public:
  /// @param axes    d >= 2
  /// @param copies  m = copies d
  SpreadSquares(Index axes, Index copies, double least, std::uint64_t seed) : axes_(axes) {
    Draws draws(seed);
    for (Index i = 0; i < axes * copies; ++i) {
      const double part = static_cast<double>(i % axes) / static_cast<double>(axes - 1);
      rows_.push_back(Vector::Unit(axes, i % axes) * std::pow(least, (1 - part) / 2));
      offsets_.push_back(draws(-1, 1));
    }
  }

  Index components() const override { return static_cast<Index>(rows_.size()); }
  Index primal_dimension() const override { return axes_; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  /// Where |u_i.x| <= 9 for all i.
  double lipschitz() const override { return 10; }
  void component_at(Index i, const Vector& x, Vector& out) const override {
    const Vector& u = rows_[static_cast<std::size_t>(i)];
    out = slope(i, u.dot(x)) * u;
  }
  std::span<const double> row(Index i) const override {
    return math::view(rows_[static_cast<std::size_t>(i)]);
  }
  double slope(Index i, double margin) const override {
    return margin - offsets_[static_cast<std::size_t>(i)];
  }
  const LinearComponents* linear() const override { return this; }

  /// argmin over all x of the mean + (lambda / 2) ||x||^2.
  Vector solution(double lambda) const {
    Vector curvature = Vector::Constant(axes_, lambda);
    Vector pull = Vector::Zero(axes_);
    const double m = static_cast<double>(components());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      curvature += rows_[i].cwiseAbs2() / m;
      pull += offsets_[i] / m * rows_[i];
    }
    return pull.cwiseQuotient(curvature);
  }

 private:
  Index axes_;
  std::vector<Vector> rows_;
  std::vector<double> offsets_;
};

}  // namespace noisy::testing
