#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/elementary_kernels.h"

namespace noisy::math {
namespace {

/// The largest argument whose reduction is exact enough.
constexpr double kLargestAngle = 0x1p20;

}  // namespace

double sin(double x) {
  if (std::fabs(x) < 0x1p-27) return x;
  if (!(std::fabs(x) <= kLargestAngle)) return std::numeric_limits<double>::quiet_NaN();
  double sine, cosine;
  kernel::sin_cos_regular(x, sine, cosine);
  return sine;
}

double cos(double x) {
  if (!(std::fabs(x) <= kLargestAngle)) return std::numeric_limits<double>::quiet_NaN();
  double sine, cosine;
  kernel::sin_cos_regular(x, sine, cosine);
  return cosine;
}

}  // namespace noisy::math
