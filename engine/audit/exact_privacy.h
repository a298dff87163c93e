#pragma once

#include <limits>
#include <span>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/index.h"
#include "engine/privacy/notion.h"

namespace noisy {

/// Exact privacy of instances that are small enough to be enumerated: no bound, no sampling, no
/// quadrature. The other side of an audit: what the game can at most find.

/// delta at epsilon of two finite distributions: the larger of sum (p_i - e^eps q_i)^+ and the same
/// with p and q exchanged.
///
/// @param p, q  probabilities of the same outcomes
double finite_delta(std::span<const double> p, std::span<const double> q, double epsilon);

/// Pure epsilon of two finite distributions: the largest |ln(p_i / q_i)|; infinite when only one of
/// them can give some outcome.
double finite_epsilon(std::span<const double> p, std::span<const double> q);

/// A mixture of one noise at several centres on the line.
struct LineMixture {
  std::vector<double> centres;
  std::vector<double> weights;  ///< sum 1
};

/// The exact mean of a mini-batch of m of these numbers, drawn without replacement: one centre for
/// each of the C(n, m) batches.
///
/// @error invalid-value  unless 1 <= m <= n <= 20
Result<LineMixture> batch_means(std::span<const double> values, Index batch_size);

/// delta at epsilon of a number released with Laplace noise: the larger of the two directions'
/// integral of (p - e^eps q)^+. Between two centres the integrand is A e^{x/b} + B e^{-x/b}, with
/// at most one zero, so every piece is integrated in closed form.
///
/// @param scale  b > 0
double laplace_mixture_delta(const LineMixture& p, const LineMixture& q, double scale,
                             double epsilon);

/// Pure epsilon: the ratio of the densities is monotone between centres and constant beyond them,
/// so its extremes lie at centres.
double laplace_mixture_epsilon(const LineMixture& p, const LineMixture& q, double scale);

/// delta at epsilon of Gaussian noise whose centre moves by `shift` with probability `rate` on one
/// data set and stays on the other: the larger of the two directions. The density ratio is
/// monotone, so the integral ends where it is e^eps.
///
/// @param shift  distance of the centres over the standard deviation, > 0
/// @param rate   m/n of sampling without replacement, in (0, 1]
double sampled_gaussian_delta(double shift, double rate, double epsilon);

/// The least epsilon >= 0 whose delta, a decreasing function, is at most the given one; infinite
/// when no epsilon up to 700 is enough.
template <typename Delta>
double least_epsilon(const Delta& delta_at, double delta) {
  constexpr double kMostEpsilon = 700;
  constexpr int kBisections = 80;
  if (delta_at(0.0) <= delta) return 0;
  if (delta_at(kMostEpsilon) > delta) return std::numeric_limits<double>::infinity();
  double low = 0;
  double high = kMostEpsilon;
  for (int step = 0; step < kBisections; ++step) {
    const double middle = 0.5 * (low + high);
    (delta_at(middle) <= delta ? high : low) = middle;
  }
  return high;
}

}  // namespace noisy
