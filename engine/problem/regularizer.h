#pragma once

#include "engine/math/vector.h"

namespace noisy {

/// A public, smooth term that is added to the empirical risk: (strength / 2) ||x||_2^2, or nothing.
struct Regularizer {
  enum class Kind { none, l2 };
  Kind kind = Kind::none;
  double strength = 0;  ///< adds itself to both strong convexity and smoothness

  double value(const Vector& x) const;
  /// gradient += strength * x
  void add_gradient(const Vector& x, Vector& gradient) const;
};

}  // namespace noisy
