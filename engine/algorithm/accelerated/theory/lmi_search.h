#pragma once

#include <array>
#include <optional>

#include "engine/algorithm/accelerated/theory/ellipsoid.h"
#include "engine/algorithm/accelerated/theory/lmi.h"

namespace noisy {

/// P11, P12, P22 and c_0 in units where L = 1.
using LmiPoint = std::array<double, 4>;

/// Constraints hold when they are violated by at most this, relative to scale_of the point.
inline constexpr double kLmiTolerance = 1e-9;

/// The largest entry of the point in size, at least 1.
double scale_of(const LmiPoint& point);

/// The heavy ball's matrix inequality at one rate, with P >= 0 and c_0 >= 0: convex in the point.
class LmiInequality {
 public:
  LmiInequality(const ScaledHeavyBall& method, double rate);

  /// The matrix G at the point.
  SmallSymmetric<3> at(const LmiPoint& point) const;

  /// The most violated constraint as a cut, or nothing when all hold up to the tolerance.
  std::optional<Cut<4>> violated(const LmiPoint& point) const;

 private:
  SmallSymmetric<3> constant_;
  std::array<SmallSymmetric<3>, 4> coefficients_;
};

/// A point that fulfils the inequality, or nothing after 4000 cuts or when nothing is left.
std::optional<LmiPoint> feasible_point(const LmiInequality& inequality);

/// The feasible point with the least objective . point + constant (which has to be positive),
/// within 1e-5 relative.
std::optional<LmiPoint> least_feasible_point(const LmiInequality& inequality,
                                             const LmiPoint& objective, double constant);

/// The Lyapunov matrix of a point.
inline SmallSymmetric<2> lyapunov_matrix(const LmiPoint& point) {
  return {{{point[0], point[1]}, {point[1], point[2]}}};
}

}  // namespace noisy
