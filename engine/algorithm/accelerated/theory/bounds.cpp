#include "engine/algorithm/accelerated/theory/bounds.h"

#include <cmath>

#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/privacy/calibration/geometric_weights.h"

namespace noisy {
namespace {

// Spending a budget on T steps costs T^(power - 1) sum a when it is uniform, and
// (sum a^(1/power))^power when it is divided: power 3 for Laplace noise, 2 for Gaussian noise.
Result<NoiseTerms> noise_terms(const ErrorRecursion& recursion, Index horizon, double coefficient,
                               int power) {
  const auto segments = noise_weights(recursion, horizon);
  if (!segments) return std::unexpected(segments.error());
  const auto weights = GeometricWeights::create(*segments);
  if (!weights) return std::unexpected(weights.error());
  const double largest = coefficient * math::exp(weights->log_largest());
  NoiseTerms terms{largest * weights->sum_of_powers(1.0), largest};
  const double roots = weights->sum_of_powers(1.0 / power);
  for (int factor = 0; factor < power; ++factor) {
    if (factor > 0) terms.uniform *= static_cast<double>(horizon);
    terms.divided *= roots;
  }
  return terms;
}

}  // namespace

Result<NoiseTerms> laplace_noise_terms(const ErrorRecursion& recursion, Index horizon,
                                       double coefficient) {
  return noise_terms(recursion, horizon, coefficient, 3);
}

Result<NoiseTerms> gaussian_noise_terms(const ErrorRecursion& recursion, Index horizon,
                                        double coefficient) {
  return noise_terms(recursion, horizon, coefficient, 2);
}

double gaussian_noise_coefficient(Index dimension, double l2_sensitivity, Index samples,
                                  double rho) {
  const double unit = l2_sensitivity / static_cast<double>(samples);
  return static_cast<double>(dimension) * unit * unit / (4.0 * rho);
}

double divided_laplace_limit(double strong_convexity, double smoothness, double coefficient) {
  const double kappa = smoothness / strong_convexity;
  return 54.0 * coefficient * kappa * std::sqrt(kappa) / smoothness;
}

double divided_gaussian_limit(double strong_convexity, double smoothness, double coefficient) {
  return 8.0 * coefficient * (smoothness / strong_convexity) / smoothness;
}

}  // namespace noisy
