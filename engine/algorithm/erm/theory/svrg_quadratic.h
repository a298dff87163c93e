#pragma once

#include <span>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/index.h"

namespace noisy {

/// Variance-reduced descent on f(x, z) = (h/2) |x - z|^2 without regularizer. The records'
/// differences cancel, so the batch does not matter and the error is known exactly.
struct SvrgQuadratic {
  double curvature = 1.0;         ///< h > 0
  double squared_distance = 0.0;  ///< |x_0 - mean z|^2
  Index dimension = 1;            ///< p
  double step_size = 0.0;         ///< eta
  double noise_variance = 0.0;    ///< sigma^2 of one coordinate of one gradient

  double initial_gap() const { return 0.5 * curvature * squared_distance; }
};

/// E F(x~_s) - F* for s = 0..T of DP-SVRG, exactly: with a = 1 - eta h,
///
/// c_m = a (1 - a^m) / (m (1 - a)),   V_m = sigma^2 / (h m)^2 sum_{j=1}^m (1 - a^j)^2,
/// E |e_s|^2 = c_m^2 E |e_{s-1}|^2 + p V_m,   E gap_s = (h/2) E |e_s|^2
///
/// O(m) time.
///
/// @error unstable-step at "stepSize" unless 0 < eta h < 2; invalid-value at "innerIterations" or
///        "epochs" below 1
Result<std::vector<double>> svrg_quadratic_gaps(const SvrgQuadratic& problem, Index length,
                                                Index epochs);

/// The same for DP-SVRG++: epoch s has 2^s m steps and starts where the last one's iterates ended,
///
/// E gap_s = (h/2) (c_{m_s}^2 M + p V_{m_s}),
/// M <- a^(2 m_s) M + p eta^2 sigma^2 (1 - a^(2 m_s)) / (1 - a^2)
///
/// @error as svrg_quadratic_gaps; limit-exceeded at "epochs" beyond 30
Result<std::vector<double>> svrg_plus_quadratic_gaps(const SvrgQuadratic& problem, Index length,
                                                     Index epochs);

/// E F(x_T) - F* of DP-GD on F = sum_i h_i x_i^2 / 2, exactly: with a_i = 1 - eta h_i,
///
/// sum_i (h_i/2) (a_i^(2T) x_{0,i}^2 + eta^2 sigma^2 (1 - a_i^(2T)) / (1 - a_i^2))
///
/// A direction with h_i = 0 adds nothing: noise walks there freely and F does not feel it.
///
/// @error invalid-value at "start" unless there is a coordinate per curvature; unstable-step at
///        "stepSize" unless 0 <= eta h_i < 2
Result<double> descent_quadratic_gap(std::span<const double> curvatures,
                                     std::span<const double> start, double step_size,
                                     double noise_variance, Index iterations);

}  // namespace noisy
