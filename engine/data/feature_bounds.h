#pragma once

#include <limits>
#include <span>

#include "engine/math/vector.h"

namespace noisy {

/// Norms by which a record can be bounded.
enum class RowNorm { l1, l2, linf };

/// What holds for EVERY record that the pipeline can produce, whatever the data: public facts, from
/// which sensitivities are derived. Infinity where nothing is enforced.
struct FeatureBounds {
  double l1 = std::numeric_limits<double>::infinity();    ///< ||u||_1 of the features
  double l2 = std::numeric_limits<double>::infinity();    ///< ||u||_2
  double linf = std::numeric_limits<double>::infinity();  ///< ||u||_inf
  double target_lower = -std::numeric_limits<double>::infinity();
  double target_upper = std::numeric_limits<double>::infinity();
};

/// A closed interval that a column's values are clamped to.
struct Interval {
  double lower = 0.0;
  double upper = 1.0;
};

/// The bounds implied by the given ones for d features, each rounded up:
///
///     linf <= min(l1, l2)
///     l2   <= min(l1, sqrt(d) linf, sqrt(l1 linf))
///     l1   <= min(d linf, sqrt(d) l2)
FeatureBounds with_implied_bounds(FeatureBounds bounds, Index features);

/// Bounds of rows whose column j lies in columns[j]: l1 = sum_j m_j and linf = max_j m_j with
/// m_j = max(|lower_j|, |upper_j|), and what they imply. The target bounds stay infinite.
FeatureBounds bounds_of_columns(std::span<const Interval> columns);

/// Upper bounds of x + y, x * y and sqrt(x) for non-negative x and y: the exact result, or the next
/// double above the rounded one.
double add_upward(double x, double y);
double multiply_upward(double x, double y);
double square_root_upward(double x);

}  // namespace noisy
