#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/math/reduce.h"
#include "engine/solver/base/block.h"

namespace noisy::testing {

/// Numbers that depend on their seed alone; the standard library's distributions differ from one
/// platform to another.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}

  /// Uniform on [low, high).
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }

  Vector unit(Index size) {
    Vector out(size);
    for (Index i = 0; i < size; ++i) out[i] = (*this)(-1, 1);
    return out / std::sqrt(out.squaredNorm());
  }

 private:
  std::mt19937_64 engine_;
};

/// phi_i(x) = log(1 + exp(-b_i a_i.x)) with ||a_i|| = 1: L = 1, l = 1/4 (T10).
class LogisticSum final : public ComponentSum, public LinearComponents {
 public:
  LogisticSum(Index components, Index features, std::uint64_t seed) : features_(features) {
    Draws draws(seed);
    for (Index i = 0; i < components; ++i) {
      rows_.push_back(draws.unit(features));
      labels_.push_back(rows_.back()[0] + draws(-0.3, 0.3) > 0 ? 1 : -1);
    }
  }

  Index components() const override { return static_cast<Index>(rows_.size()); }
  Index primal_dimension() const override { return features_; }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 0.25}; }
  double lipschitz() const override { return 1; }
  void component_at(Index i, const Vector& x, Vector& out) const override {
    const Vector& a = rows_[static_cast<std::size_t>(i)];
    out = slope(i, a.dot(x)) * a;
  }
  std::span<const double> row(Index i) const override {
    return math::view(rows_[static_cast<std::size_t>(i)]);
  }
  double slope(Index i, double margin) const override {
    const double b = labels_[static_cast<std::size_t>(i)];
    return -b / (1 + std::exp(b * margin));
  }
  const LinearComponents* linear() const override { return this; }

 private:
  Index features_;
  std::vector<Vector> rows_;
  std::vector<double> labels_;
};

/// phi_i(x) = (l_i / 2) (a_i.x)^2 - b_i.x with a_i along the axes: a quadratic whose curvatures are
/// spread evenly over (0, l] in logarithms, components * the mean of one axis each.
class SpreadQuadratic final : public ComponentSum {
 public:
  /// One component for each axis: m = d, l_i from `least` to 1, all times d / d.
  SpreadQuadratic(Index dimension, double least, std::uint64_t seed) : offsets_(dimension) {
    Draws draws(seed);
    for (Index i = 0; i < dimension; ++i) {
      const double part = dimension == 1 ? 1 : static_cast<double>(i) / (double)(dimension - 1);
      curvatures_.push_back(std::pow(least, 1 - part));
      offsets_[i] = draws(-1, 1);
    }
  }

  Index components() const override { return offsets_.size(); }
  Index primal_dimension() const override { return offsets_.size(); }
  Index dual_dimension() const override { return 0; }
  OperatorSmoothness smoothness() const override { return {.joint = 1}; }
  /// Within ||x|| <= 100.
  double lipschitz() const override { return 101; }
  /// Every component is the whole quadratic with an offset of its own.
  void component_at(Index i, const Vector& x, Vector& out) const override {
    for (Index j = 0; j < x.size(); ++j) out[j] = curvatures_[static_cast<std::size_t>(j)] * x[j];
    out[i] -= offsets_[i];
  }

 private:
  std::vector<double> curvatures_;
  Vector offsets_;
};

/// T6: phi_i = softplus(-b_i a_i.x) + x' C_i y - softplus(-e_i.y),
/// C_i = 0.5 (diag(1, 0.3, 0, ...) + s_i p_i q_i'), components 2k and 2k+1 with the same p, q and
/// s = +1, -1. ||C_i|| <= 1, l_xx = l_yy = 1/4.
class CoupledSum final : public ComponentSum {
 public:
  /// @param with_losses  without, only the bilinear part is left
  CoupledSum(Index components, Index dimension, std::uint64_t seed, bool with_losses = true)
      : dimension_(dimension), with_losses_(with_losses) {
    Draws draws(seed);
    for (Index i = 0; i < components; ++i) {
      if (i % 2 == 0) {
        p_ = draws.unit(dimension);
        q_ = draws.unit(dimension);
      }
      parts_.push_back({draws.unit(dimension), draws.unit(dimension), p_, q_,
                        draws(0, 1) < 0.5 ? -1.0 : 1.0, i % 2 == 0 ? 1.0 : -1.0});
    }
  }

  Index components() const override { return static_cast<Index>(parts_.size()); }
  Index primal_dimension() const override { return dimension_; }
  Index dual_dimension() const override { return dimension_; }
  OperatorSmoothness smoothness() const override {
    const double loss = with_losses_ ? 0.25 : 0;
    return {.joint = 1 + loss, .primal = loss, .dual = loss, .coupling = 1};
  }
  /// Within ||x||, ||y|| <= 100.
  double lipschitz() const override { return 2 * 101; }
  void component_at(Index i, const Vector& z, Vector& out) const override {
    const Part& part = parts_[static_cast<std::size_t>(i)];
    const auto x = z.head(dimension_);
    const auto y = z.tail(dimension_);
    Vector towards_x = 0.5 * part.sign * part.q.dot(y) * part.p;
    Vector towards_y = -0.5 * part.sign * part.p.dot(x) * part.q;
    for (Index j = 0; j < std::min<Index>(2, dimension_); ++j) {
      const double c = 0.5 * (j == 0 ? 1 : 0.3);
      towards_x[j] += c * y[j];
      towards_y[j] -= c * x[j];
    }
    if (with_losses_) {
      towards_x += -part.label / (1 + std::exp(part.label * part.a.dot(x))) * part.a;
      towards_y += -1 / (1 + std::exp(part.e.dot(y))) * part.e;
    }
    out.head(dimension_) = towards_x;
    out.tail(dimension_) = towards_y;
  }

 private:
  struct Part {
    Vector a, e, p, q;
    double label, sign;
  };
  Index dimension_;
  bool with_losses_;
  Vector p_, q_;
  std::vector<Part> parts_;
};

/// phi_i = b_i.x - c_i.y with ||b_i||^2 + ||c_i||^2 <= 1: L = 1, l = 0 (T3 without its coupling);
/// a minimization where `dual` is 0.
class LinearSum final : public ComponentSum {
 public:
  LinearSum(Index components, Index primal, Index dual, std::uint64_t seed)
      : primal_(primal), dual_(dual) {
    Draws draws(seed);
    for (Index i = 0; i < components; ++i) slopes_.push_back(draws.unit(primal + dual));
  }

  Index components() const override { return static_cast<Index>(slopes_.size()); }
  Index primal_dimension() const override { return primal_; }
  Index dual_dimension() const override { return dual_; }
  OperatorSmoothness smoothness() const override {
    return {.joint = 0, .primal = 0, .dual = 0, .coupling = 0};
  }
  double lipschitz() const override { return 1; }
  void component_at(Index i, const Vector&, Vector& out) const override {
    out = slopes_[static_cast<std::size_t>(i)];
  }

 private:
  Index primal_, dual_;
  std::vector<Vector> slopes_;
};

/// A block around `centre` times the vector of ones, which also is the start where it is feasible.
struct BlockSetting {
  double primal_weight = 0.1;
  double dual_weight = 0.1;
  double centre = 0;
  double radius = std::numeric_limits<double>::infinity();  ///< of the L2 balls X and Y
};

inline Block block_of(const ComponentSum& sum, const BlockSetting& setting) {
  BlockTerms terms{.primal_weight = setting.primal_weight,
                   .dual_weight = setting.dual_weight,
                   .centre = Vector::Constant(sum.dimension(), setting.centre),
                   .start = Vector::Zero(sum.dimension())};
  if (std::isfinite(setting.radius)) {
    terms.primal_domain = {.kind = Domain::Kind::l2_ball, .radius = setting.radius};
    terms.dual_domain = terms.primal_domain;
  }
  return Block::make(sum, terms).value();
}

}  // namespace noisy::testing
