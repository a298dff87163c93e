#pragma once

#include "engine/math/quadrature.h"
#include "engine/privacy/accountant/renyi.h"

namespace noisy {

/// Which of two neighbouring data sets stands first in the divergence of a sampled release.
///
/// U is the output without the record, V the output with it in the batch, q the sampling rate.
enum class SampledPair {
  remove,     ///< D((1-q)U + qV || U): the record is in the first data set; Poisson sampling
  add,        ///< D(U || (1-q)U + qV): the record is in the second; Poisson sampling
  exchanged,  ///< one record for another, or fixed-size batches: both batches hold it or miss it
};

/// Renyi divergence of order alpha of one release with Gaussian noise on a random batch.
///
/// With s = 1 / noise multiplier, L(x) = 1 - q + q e^{s x - s^2/2} and x standard normal:
///
///   remove:    ln E[L^alpha] / (alpha - 1)            (Mironov, Talwar, Zhang 2019)
///   add:       ln E[L^{1 - alpha}] / (alpha - 1)
///   exchanged: ln(1 + E[(L^alpha - 1)(1 - L^{1 - alpha}); L >= 1]) / (alpha - 1)
///
/// The last integrates the Renyi kernel over the curve e^{eps'} = 1 + q (e^eps - 1), delta' = q
/// delta, which bounds both directions when P = (1-q) P0 + q P1, Q = (1-q) P0 + q Q1 and any two of
/// P1, Q1, P0 differ by one sensitivity (Balle, Barthe, Gaboardi 2018). It holds for replace-one
/// neighbours and batches of fixed size with q = m/n, and is never below the other two.
///
/// Because E[L] = 1, what remains after the 1 is the mean of a non-negative function, in which
/// nothing cancels: with w = ln L, b = alpha - 1 and R(t) = e^t - 1 - t it is e^w (R(bw) + b R(-w))
/// for remove and R(-bw) + b R(w) for add. Integer and fractional orders take the same integral.
///
/// @param noise_multiplier  standard deviation over L2 sensitivity, > 0
/// @param sampling_rate     q in [0, 1]; 0 gives 0, 1 the Gaussian's alpha s^2 / 2
/// @param order             alpha in (1, 1e9]
/// @return within 1e-12 relative
double sampled_gaussian_renyi(double noise_multiplier, double sampling_rate, double order,
                              SampledPair pair);

/// The integral itself: ln of E[...] - 1, with the error that halving the panels shows when asked.
math::LogIntegral sampled_gaussian_excess(double noise_multiplier, double sampling_rate,
                                          double order, SampledPair pair, bool with_error);

/// The same three for Laplace noise, r = sensitivity / scale: x has density e^{-|x|}/2 and
/// L(x) = 1 - q + q e^{|x| - |x - r|}.
///
/// @param base_epsilon  r > 0
double sampled_laplace_renyi(double base_epsilon, double sampling_rate, double order,
                             SampledPair pair);

/// One release of each kind as a curve. The larger direction of the two for Poisson sampling, which
/// is `remove` (Mironov, Talwar, Zhang 2019, Theorem 5; for Laplace the same argument).
RenyiCurve sampled_gaussian_curve(double noise_multiplier, double sampling_rate, SampledPair pair);
RenyiCurve sampled_laplace_curve(double base_epsilon, double sampling_rate, SampledPair pair);

}  // namespace noisy
