#pragma once

#include <span>

#include "engine/math/index.h"

namespace noisy {

/// Components of one linear form: grad f_i(x) = slope(i, u_i'x) u_i. A step of a stochastic method
/// then costs two passes over one row, and a reference point one number for each component.
class LinearComponents {
 public:
  virtual ~LinearComponents() = default;
  virtual std::span<const double> row(Index i) const = 0;  ///< u_i
  virtual double slope(Index i, double margin) const = 0;

  /// Asks the memory for u_i, and for what else slope() will read, without waiting for it.
  virtual void fetch(Index i) const {
    constexpr std::size_t kLineDoubles = 8;
    const std::span<const double> u = row(i);
    for (std::size_t j = 0; j < u.size(); j += kLineDoubles) __builtin_prefetch(u.data() + j);
  }
};

}  // namespace noisy
