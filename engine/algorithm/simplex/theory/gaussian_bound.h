#pragma once

#include "engine/algorithm/simplex/theory/batch_rule.h"

namespace noisy {

/// What the error of mirror descent on noisy gradients follows from, of vertices' weights.
struct GaussianBoundSetting {
  bool is_saddle = false;
  double lipschitz = 0.0;      ///< L_0: the largest partial derivative of one record
  double log_dimension = 0.0;  ///< ell: ln d_x + ln d_y, or the logarithm of the number of vertices
};

/// What one step's gradient adds to the bound, divided by tau.
///
/// V = L_0^2 + sigma^2, of a saddle problem L_0^2 (1 + 1 / B) + 2 sigma^2
///
/// @param batch_size  B
/// @param deviation   sigma, of the noise in one coordinate of the scores
double gaussian_second_moment(const GaussianBoundSetting& setting, Index batch_size,
                              double deviation);

/// A bound on the expected error of the mean of x^1 .. x^T on the population, x^1 being uniform and
/// every x^t a softmax of -tau times the sum of g_1 .. g_{t-1}, where g_t is the mean gradient G_t
/// of B records of its own at x^t with normal noise (derived):
///
///     E F - min F <= ell / (tau T) + tau V / 2,      E Gap <= 2 ell / (tau T) + tau V
///
/// The potential ln(sum_k exp(-tau s_k) / d) is at least -tau s_u - ln d for every vertex u, and in
/// step t it grows by ln sum_k x_k exp(-tau g_k). Given x^t and the records that is, by Jensen's
/// inequality over the noise alone, at most ln sum_k x_k exp(-tau G_k) + tau^2 sigma^2 / 2, where
/// no maximum over coordinates is taken, and by Hoeffding's lemma that is at most -tau <G_t, x^t> +
/// tau^2 (L_0^2 + sigma^2) / 2. The sum over steps, with E g_t = grad F(x^t) and the convexity of
/// F, is the first bound. A gap's best answers depend on the noise. They are met, as in Nemirovski,
/// Juditsky, Lan and Shapiro (2009), by a second sequence v^t that follows the errors grad F - g_t
/// from the uniform point: it costs ell / tau once more and, as these have the mean 0 and each is
/// one of B records' mean in [-L_0, L_0] and noise, tau^2 (L_0^2 / B + sigma^2) / 2 per step and
/// player.
double gaussian_bound(const GaussianBoundSetting& setting, const StepBatches& batches,
                      double deviation, double step_size);

/// The step size for which the bound is least: sqrt(2 ell / (T V)).
double gaussian_step_size(const GaussianBoundSetting& setting, const StepBatches& batches,
                          double deviation);

/// T and B whose bound is least, with sigma = s / B: T* = n L_0 / s, of a saddle problem over
/// sqrt(2), within 2..n; without noise n.
///
/// @param samples  n >= 2
/// @param noise    s, the deviation of blocks of one record
StepBatches gaussian_batches(const GaussianBoundSetting& setting, Index samples, double noise);

}  // namespace noisy
