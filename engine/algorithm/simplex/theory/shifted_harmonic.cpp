#include "engine/algorithm/simplex/theory/shifted_harmonic.h"

#include <algorithm>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// Terms of the Euler-Maclaurin formula beside the integral ln z, at an end z of the sum.
double end_terms(double z) {
  const double square = 1.0 / (z * z);
  return square * (-1.0 / 12.0 + square * (1.0 / 120.0 - square / 252.0));
}

}  // namespace

double shifted_harmonic(double count, double shift) {
  constexpr double kDirect = 32.0;
  double sum = 0.0;
  for (double m = std::min(count, kDirect); m >= 1.0; --m) sum += 1.0 / (m + shift);
  if (count <= kDirect) return sum;
  // sum_{m=a}^{b} f(m) = integral + (f(a) + f(b)) / 2 + ..., a = kDirect is already in the sum.
  const double low = kDirect + shift, high = count + shift;
  return sum + math::log(high / low) + 0.5 * (1.0 / high - 1.0 / low) + end_terms(high) -
         end_terms(low);
}

}  // namespace noisy
