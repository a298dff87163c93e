#pragma once

#include "engine/problem/domain/domain.h"
#include "engine/problem/saddle/linear_records.h"

namespace noisy {

/// min over |x| <= r, max over |y| <= r of
///     a x y + b x - c y + (primal_weight/2) (x - u)^2 - (dual_weight/2) (y - v)^2
struct ScalarSaddle {
  double a = 0, b = 0, c = 0;
  double primal_weight = 1, dual_weight = 1;  ///< m_1, m_2 > 0
  double primal_centre = 0, dual_centre = 0;  ///< u, v
  double radius = 1;                          ///< r > 0
};

struct ScalarPoint {
  double x = 0, y = 0;
};

/// Its only saddle point, in closed form.
ScalarPoint solve(const ScalarSaddle& problem);

/// The quadratic terms that an algorithm adds to a problem.
struct SaddleRegularizer {
  double primal_weight = 1;
  double dual_weight = 1;
  SaddlePoint centre;
};

struct SeparableBilinearParameters {
  Index dimension = 20;  ///< d, of x and of y
  double strength = 1;   ///< h > 0
  double radius = 1;     ///< D >= 1/4: the boxes are [-D/sqrt d, D/sqrt d]^d
};

/// T4, convex and concave, without curvature (bring-your-own-minimax, 5.1):
///
///     f(x, y) = h x.y + <xi_b, x> - <xi_c, y>,   xi_b = b + noise, xi_c = c + noise
///
/// with b_j = h / (4 sqrt d), c_j = -h / (4 sqrt d) and signs of 1 / (2 sqrt d) as noise. F is
/// bilinear, so that the weak gap of a random point is the gap at its mean.
class SeparableBilinear {
 public:
  using Records = LinearRecords;

  /// @error invalid-value when a parameter is out of its range
  static Result<SeparableBilinear> make(const SeparableBilinearParameters& parameters);

  const SeparableBilinearParameters& parameters() const { return parameters_; }
  Index primal_dimension() const { return parameters_.dimension; }
  Index dual_dimension() const { return parameters_.dimension; }
  double half_width() const { return parameters_.radius / root_dimension(); }
  Domain primal_domain() const;
  Domain dual_domain() const { return primal_domain(); }
  Records draw(Index count, std::uint64_t seed) const;
  LinearLaw law() const;

  /// L = sqrt 2 (h D + h/4 + 1/2), which a record attains at a corner.
  double lipschitz() const;
  SaddleSmoothness smoothness() const;
  /// out = (grad_x f, -grad_y f) at z = (x, y)
  void operator_at(const Records& records, Index i, const Vector& z, Vector& out) const;

  /// x_j = c_j / h, y_j = -b_j / h, within the boxes.
  SaddlePoint saddle() const;
  /// F(x, y)
  double value(const SaddlePoint& z) const;
  /// max F(x, .) - min F(., y) = sum_j r |h x_j - c_j| + b_j x_j + r |h y_j + b_j| + c_j y_j
  double gap(const SaddlePoint& z) const;
  /// The saddle point where the records' means are (b, c) and a regularizer is added.
  SaddlePoint regularized_saddle(const SaddlePoint& means,
                                 const SaddleRegularizer& regularizer) const;

 private:
  explicit SeparableBilinear(const SeparableBilinearParameters& parameters)
      : parameters_(parameters) {}

  double root_dimension() const;
  double offset() const;  ///< b_j = -c_j

  SeparableBilinearParameters parameters_;
};

}  // namespace noisy
