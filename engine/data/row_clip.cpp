#include "engine/data/row_clip.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/math/double_double.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

using math::DoubleDouble;

/// Beyond these sizes squares leave the range in which two_product is exact.
constexpr double kHuge = 0x1p400;
constexpr double kTiny = 0x1p-400;

/// sum |u_j| or sum u_j^2, in twice the precision.
DoubleDouble precise_sum(std::span<const double> row, RowNorm norm) {
  DoubleDouble sum;
  for (const double value : row) {
    sum = norm == RowNorm::l1 ? sum + std::fabs(value) : sum + math::two_product(value, value);
  }
  return sum;
}

bool is_greater(DoubleDouble a, DoubleDouble b) {
  return a.high > b.high || (a.high == b.high && a.low > b.low);
}

/// A power of two that brings the row's largest entry into the range of exact squares.
double exact_factor(double largest) {
  if (largest > kHuge) return 0x1p-700;
  if (largest < kTiny) return 0x1p700;
  return 1.0;
}

/// The norm, rounded, of a row whose squares neither overflow nor vanish.
double rounded_norm(std::span<const double> row, RowNorm norm) {
  if (norm == RowNorm::linf) return math::linf_norm(row);
  const double sum = precise_sum(row, norm).high;
  return norm == RowNorm::l1 ? sum : std::sqrt(sum);
}

}  // namespace

bool norm_exceeds(std::span<const double> row, RowNorm norm, double bound) {
  const double largest = math::linf_norm(row);
  if (norm == RowNorm::linf || largest > kHuge) return largest > bound;
  const double limit = norm == RowNorm::l1 ? bound : bound * bound;
  const double sum = norm == RowNorm::l1 ? math::l1_norm(row) : math::squared_norm(row);
  // Summing d terms in any order errs by less than d units of 2^-53 relative.
  const double doubt = (static_cast<double>(row.size()) + 4.0) * 0x1p-52;
  if (sum < limit * (1.0 - doubt)) return false;
  if (sum > limit * (1.0 + doubt)) return true;
  const DoubleDouble exact_limit =
      norm == RowNorm::l1 ? DoubleDouble{bound, 0.0} : math::two_product(bound, bound);
  return is_greater(precise_sum(row, norm), exact_limit);
}

bool clip_row(std::span<double> row, RowNorm norm, double bound, bool scale_shorter) {
  if (!scale_shorter && !norm_exceeds(row, norm, bound)) return false;
  const double largest = math::linf_norm(row);
  if (largest == 0.0) return false;
  std::vector<double> original(row.begin(), row.end());
  for (double& value : original) value *= exact_factor(largest);
  double factor = bound / rounded_norm(original, norm);
  for (double step = 0x1p-53;; step *= 2) {
    std::transform(original.begin(), original.end(), row.begin(),
                   [factor](double value) { return value * factor; });
    if (!norm_exceeds(row, norm, bound)) return true;
    factor *= 1.0 - step;
  }
}

}  // namespace noisy
