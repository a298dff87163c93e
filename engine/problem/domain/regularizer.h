#pragma once

#include "engine/math/vector.h"

namespace noisy {

/// A public convex term that is added to the empirical risk. It depends on no data.
///
/// | kind        | value                                            |
/// |-------------|--------------------------------------------------|
/// | none        | 0                                                |
/// | l2          | (strength / 2) ||x||_2^2                         |
/// | l1          | strength ||x||_1                                 |
/// | elastic_net | strength ||x||_1 + (l2_strength / 2) ||x||_2^2   |
/// | l2_norm     | strength ||x||_2                                 |
/// | group_l2    | strength sum_g ||x_g||_2                         |
/// | linf        | strength ||x||_inf                               |
///
/// Groups are consecutive blocks of group_size coordinates; the last one may be shorter.
struct Regularizer {
  enum class Kind { none, l2, l1, elastic_net, l2_norm, group_l2, linf };
  Kind kind = Kind::none;
  double strength = 0;     ///< finite, >= 0
  double l2_strength = 0;  ///< of the elastic net, finite, >= 0
  Index group_size = 1;    ///< of group_l2, >= 1

  double value(const Vector& x) const;

  /// gradient += smoothness() * x, the gradient of the smooth part.
  void add_gradient(const Vector& x, Vector& gradient) const;

  /// x = argmin_u ||u - x||_2^2 / 2 + step * value(u), exactly (table 1.4 of the specification).
  /// Without scratch memory. @param step  eta >= 0
  void prox(double step, Vector& x) const;

  /// The term is x -> (this / 2) ||x||_2^2 plus a convex function: what it adds to mu.
  double strong_convexity() const;
  /// The smooth part is (this / 2) ||x||_2^2: what it adds to L.
  double smoothness() const { return strong_convexity(); }
  /// Whether nothing but the smooth part is there, so that a gradient exists everywhere.
  bool is_smooth() const;
  /// Whether the term is a sum of functions of one coordinate each.
  bool is_separable() const;
};

}  // namespace noisy
