#pragma once

#include "tests/solver/support/problems.h"

namespace noisy::testing {

/// T3: f_i = b_i.x - c_i.y with ||(b_i, c_i)|| = 1, and a x.y as a regularizer without data.
class CoupledLinearSum final : public ComponentSum {
 public:
  CoupledLinearSum(Index components, Index dimension, double coupling, std::uint64_t seed)
      : dimension_(dimension), coupling_(coupling) {
    Draws draws(seed);
    for (Index i = 0; i < components; ++i) slopes_.push_back(draws.unit(2 * dimension));
  }

  Index components() const override { return static_cast<Index>(slopes_.size()); }
  Index primal_dimension() const override { return dimension_; }
  Index dual_dimension() const override { return dimension_; }
  OperatorSmoothness smoothness() const override {
    return {.joint = coupling_, .primal = 0, .dual = 0, .coupling = coupling_};
  }
  double lipschitz() const override { return 1; }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    out = slopes_[static_cast<std::size_t>(i)];
    out.head(dimension_) += coupling_ * z.tail(dimension_);
    out.tail(dimension_) -= coupling_ * z.head(dimension_);
  }
  /// That of f_i, without the regularizer.
  double gradient_length(Index i, const Vector&, const Vector&) const override {
    return math::l2_norm(slopes_[static_cast<std::size_t>(i)]);
  }

  double coupling() const { return coupling_; }

 private:
  Index dimension_;
  double coupling_;
  std::vector<Vector> slopes_;
};

/// The saddle point of a block of T3 with X = R^d, Y = R^d and centre 0, and its duality gap:
///
///     x* = (a c - mu_y b) / Delta,  y* = -(a b + mu_x c) / Delta,  Delta = mu_x mu_y + a^2
///     gap = (mu_x + a^2 / mu_y) ||x - x*||^2 / 2 + (mu_y + a^2 / mu_x) ||y - y*||^2 / 2
class CoupledLinearSolution {
 public:
  CoupledLinearSolution(const CoupledLinearSum& sum, const Block& block)
      : mu_x_(block.primal_weight()), mu_y_(block.dual_weight()), a_(sum.coupling()) {
    const Index d = sum.primal_dimension();
    const Vector zero = Vector::Zero(2 * d);
    Vector mean = zero;
    Vector component(2 * d);
    for (Index i = 0; i < sum.components(); ++i) {
      sum.component_at(i, zero, component);
      mean += component / static_cast<double>(sum.components());
    }
    const double delta = mu_x_ * mu_y_ + a_ * a_;
    point_ = zero;
    point_.head(d) = (a_ * mean.tail(d) - mu_y_ * mean.head(d)) / delta;
    point_.tail(d) = -(a_ * mean.head(d) + mu_x_ * mean.tail(d)) / delta;
  }

  const Vector& point() const { return point_; }

  double gap(const Vector& z) const {
    const Index d = point_.size() / 2;
    return (mu_x_ + a_ * a_ / mu_y_) * (z - point_).head(d).squaredNorm() / 2 +
           (mu_y_ + a_ * a_ / mu_x_) * (z - point_).tail(d).squaredNorm() / 2;
  }

 private:
  double mu_x_, mu_y_, a_;
  Vector point_;
};

/// Linear losses whose declared smoothness is not 0, so that one step does not solve them.
class LooseLinearSum final : public ComponentSum {
 public:
  LooseLinearSum(Index components, Index primal, Index dual, double smoothness, std::uint64_t seed)
      : slopes_(components, primal, dual, seed), smoothness_(smoothness) {}

  Index components() const override { return slopes_.components(); }
  Index primal_dimension() const override { return slopes_.primal_dimension(); }
  Index dual_dimension() const override { return slopes_.dual_dimension(); }
  OperatorSmoothness smoothness() const override { return {.joint = smoothness_}; }
  double lipschitz() const override { return slopes_.lipschitz(); }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    slopes_.component_at(i, z, out);
  }

 private:
  LinearSum slopes_;
  double smoothness_;
};

}  // namespace noisy::testing
