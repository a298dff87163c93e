#pragma once

#include <memory>

#include "engine/problem/domain/domain.h"
#include "engine/problem/risk/finite_sum.h"
#include "engine/problem/saddle_bounds.h"

namespace noisy {

/// A saddle function at one point.
struct SaddleMeanAnswer {
  double value = 0;          ///< F(z)
  Vector slopes;             ///< (grad_x F, -grad_y F)
  double value_size = 0;     ///< mean of |f_i(z)|: rounding of the value is relative to it
  double gradient_size = 0;  ///< at least the mean of ||grad f_i(z)||: likewise
};

/// A function F(x, y) on bounded X x Y, convex in x and concave in y, whose gaps can be computed:
/// the mean over records, or a population in closed form.
class SaddleMean {
 public:
  virtual ~SaddleMean() = default;

  virtual Index primal_dimension() const = 0;
  virtual Index dual_dimension() const = 0;
  virtual const Domain& primal_domain() const = 0;  ///< X, with a projection and linear minimizer
  virtual const Domain& dual_domain() const = 0;    ///< Y, likewise
  virtual SaddleSmoothness smoothness() const = 0;  ///< l_xx and l_yy, finite
  virtual Index records() const = 0;                ///< evaluations that one pass costs

  /// Starts a walk over all records. z and the answer must outlive the pass.
  virtual std::unique_ptr<Pass> begin_pass(const Vector& z, SaddleMeanAnswer& answer) const = 0;
};

}  // namespace noisy
