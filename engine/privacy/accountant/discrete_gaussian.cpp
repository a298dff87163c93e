#include "engine/privacy/accountant/discrete_gaussian.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// The weight of an integer, not yet divided by the sum of all.
double weight(double sigma, Index x) {
  const double z = static_cast<double>(x) / sigma;
  return math::exp(-0.5 * z * z);
}

template <typename Term>
double sum_over_support(Index truncation, const Term& term) {
  return math::sum_of(static_cast<std::size_t>(2 * truncation + 1),
                      [&](std::size_t i) { return term(static_cast<Index>(i) - truncation); });
}

double total_weight(double sigma, Index truncation) {
  return sum_over_support(truncation, [&](Index x) { return weight(sigma, x); });
}

}  // namespace

double discrete_gaussian_deviation(double sigma, Index truncation) {
  const double squares = sum_over_support(truncation, [&](Index x) {
    const double size = static_cast<double>(x);
    return size * size * weight(sigma, x);
  });
  return std::sqrt(squares / total_weight(sigma, truncation));
}

double discrete_gaussian_delta(double sigma, Index sensitivity, Index truncation, double epsilon) {
  const double shift = static_cast<double>(sensitivity);
  const double leaked = sum_over_support(truncation, [&](Index x) {
    const Index other = x - sensitivity;
    if (other < -truncation || other > truncation) return weight(sigma, x);
    // ln P(x) - ln P(x - D) = D (D - 2x) / (2 sigma^2)
    const double loss = 0.5 * shift * (shift - 2.0 * static_cast<double>(x)) / (sigma * sigma);
    return loss > epsilon ? weight(sigma, x) * -math::expm1(epsilon - loss) : 0.0;
  });
  return leaked / total_weight(sigma, truncation);
}

}  // namespace noisy
