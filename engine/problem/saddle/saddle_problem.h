#pragma once

#include <span>

#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/problem/saddle_bounds.h"
#include "engine/random/stream.h"

namespace noisy {

/// A point (x, y) of a problem min over x, max over y of F(x, y).
struct SaddlePoint {
  Vector primal;  ///< x
  Vector dual;    ///< y
};

/// @error invalid-value at `field` when `value` is not positive and finite
Result<void> check_positive(double value, const char* field);

/// @error invalid-value at `field` when `value` is below `least`
Result<void> check_count(Index value, Index least, const char* field);

/// -1 or 1, with the same probability.
double draw_sign(Stream& stream);

/// Uniform on the unit sphere.
Vector draw_unit_vector(Stream& stream, Index size);

/// The entries of one column.
inline std::span<const double> column(const Eigen::MatrixXd& matrix, Index k) {
  return {matrix.col(k).data(), static_cast<std::size_t>(matrix.rows())};
}

}  // namespace noisy
