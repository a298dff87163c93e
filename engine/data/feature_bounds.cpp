#include "engine/data/feature_bounds.h"

#include <algorithm>
#include <cmath>

#include "engine/math/double_double.h"

namespace noisy {
namespace {

double next_above(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}

/// Where a product and its rounding error are exact as a pair of doubles.
bool is_exact_range(double product) {
  return product >= 0x1p-900 && product <= 0x1p900;
}

}  // namespace

double add_upward(double x, double y) {
  const math::DoubleDouble sum = math::two_sum(x, y);
  return sum.low > 0.0 ? next_above(sum.high) : sum.high;
}

double multiply_upward(double x, double y) {
  if (x == 0.0 || y == 0.0) return 0.0;
  const double product = x * y;
  if (std::isinf(product)) return product;
  if (!is_exact_range(product) || std::max(x, y) > 0x1p900) return next_above(product);
  return math::two_product(x, y).low > 0.0 ? next_above(product) : product;
}

double square_root_upward(double x) {
  const double root = std::sqrt(x);
  if (x == 0.0 || std::isinf(x)) return root;
  if (!is_exact_range(x)) return next_above(root);
  const math::DoubleDouble square = math::two_product(root, root);
  return (square.high - x) + square.low < 0.0 ? next_above(root) : root;
}

FeatureBounds with_implied_bounds(FeatureBounds bounds, Index features) {
  const auto d = static_cast<double>(features);
  const double root_d = square_root_upward(d);
  bounds.linf = std::min({bounds.linf, bounds.l1, bounds.l2});
  bounds.l2 = std::min({bounds.l2, bounds.l1, multiply_upward(root_d, bounds.linf),
                        square_root_upward(multiply_upward(bounds.l1, bounds.linf))});
  bounds.l1 =
      std::min({bounds.l1, multiply_upward(d, bounds.linf), multiply_upward(root_d, bounds.l2)});
  return bounds;
}

FeatureBounds bounds_of_columns(std::span<const Interval> columns) {
  FeatureBounds bounds;
  bounds.l1 = 0.0;
  bounds.linf = 0.0;
  for (const Interval& column : columns) {
    const double most = std::max(std::fabs(column.lower), std::fabs(column.upper));
    bounds.l1 = add_upward(bounds.l1, most);
    bounds.linf = std::max(bounds.linf, most);
  }
  return with_implied_bounds(bounds, static_cast<Index>(columns.size()));
}

}  // namespace noisy
