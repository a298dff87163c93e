#pragma once

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/coupled_quadratic.h"
#include "engine/solver/problem/saddle_record_sum.h"

namespace noisy {

/// T3: phi_i(x, y) = <xi_b, x> - <xi_c, y> + a x.y. A record's own loss is without the coupling;
/// the block's weights are mu_x and mu_y, around 0.
class CoupledQuadraticSum final : public SaddleRecordSum<CoupledQuadratic> {
 public:
  using SaddleRecordSum::SaddleRecordSum;

  /// ||(xi_b, xi_c)||
  double gradient_length(Index i, const Vector&, const Vector&) const override {
    return std::sqrt(math::squared_norm(column(records().primal, i)) +
                     math::squared_norm(column(records().dual, i)));
  }

  /// A component may be longer than L, by |a| ||z||, which the base class does not reckon with: the
  /// error of that part's sum, of at most 256 + 64 additions on a path, is added.
  double rounding_error(double point_norm) const override {
    constexpr double kUnit = 0x1p-53;
    constexpr double kAdditions = 256 + 64;
    return SaddleRecordSum::rounding_error(point_norm) +
           kUnit * (8 + kAdditions) * smoothness().joint * point_norm;
  }
};

}  // namespace noisy
