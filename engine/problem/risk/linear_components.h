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
};

}  // namespace noisy
