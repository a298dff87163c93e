#pragma once

#include <functional>
#include <span>

#include "engine/math/vector.h"

namespace noisy {

/// Renyi DP as a function of the order: the largest Renyi divergence D_alpha of the outputs on two
/// neighbouring data sets, in either direction.
///
/// Curves add under (also adaptive) composition (Mironov 2017, Prop. 1). Both relations have the
/// same kind of curve; RenyiDp in notions.h ties one to its relation.
class RenyiCurve {
 public:
  /// The curve of a mechanism that never looks at the data.
  RenyiCurve() = default;

  /// @param divergence  D_alpha for every real alpha > 1, >= 0
  /// @param largest     D_infinity: the mechanism's pure epsilon, or infinity
  RenyiCurve(std::function<double(double)> divergence, double largest)
      : divergence_(std::move(divergence)), largest_(largest) {}

  double at(double order) const { return divergence_ ? divergence_(order) : 0.0; }

  /// The pure-DP guarantee that comes with the curve; infinity without one.
  double pure_epsilon() const { return largest_; }

  /// `count` releases, each with this curve.
  RenyiCurve times(double count) const;

  /// Two releases.
  RenyiCurve plus(const RenyiCurve& other) const;

 private:
  std::function<double(double)> divergence_;
  double largest_ = 0.0;
};

/// An epsilon or a delta, and the order that gave it: infinity for the pure guarantee, 0 when no
/// order is involved.
struct RenyiBound {
  double value = 0.0;
  double order = 0.0;
};

/// epsilon at one order:
///
/// eps = D_alpha + ln(1 - 1/alpha) - ln(delta alpha) / (alpha - 1)
///
/// (Canonne, Kamath, Steinke 2020, Prop. 12; Balle et al. 2020, Theorem 21.) May be negative.
double renyi_epsilon_at(double order, double divergence, double delta);

/// ln delta at one order: (alpha - 1)(D_alpha - eps + ln(1 - 1/alpha)) - ln alpha.
double renyi_log_delta_at(double order, double divergence, double epsilon);

/// What releases may cost at one order for (epsilon, delta): the inverse of renyi_epsilon_at,
/// rounded down. Not positive where the order is too small.
double renyi_cap(double order, double epsilon, double delta);

/// The least epsilon >= 0 over all real orders and the pure guarantee, rounded up by 2e-12
/// relative. The bound is quasi-convex in the order, because (alpha - 1) D_alpha is convex.
///
/// @param delta  in [0, 1]; 0 leaves the pure guarantee
RenyiBound renyi_epsilon(const RenyiCurve& curve, double delta);

/// The least delta over all real orders and the pure guarantee, rounded up.
///
/// @param epsilon  >= 0
RenyiBound renyi_delta(const RenyiCurve& curve, double epsilon);

/// The same two with the orders and divergences that are given, and no others.
RenyiBound renyi_epsilon(std::span<const double> orders, std::span<const double> divergences,
                         double delta);
RenyiBound renyi_delta(std::span<const double> orders, std::span<const double> divergences,
                       double epsilon);

}  // namespace noisy
