#pragma once

#include <vector>

#include "engine/algorithm/accelerated/theory/quadratic_modes.h"
#include "engine/algorithm/accelerated/theory/step_schedule.h"
#include "engine/math/error.h"
#include "engine/privacy/calibration/geometric_weights.h"

namespace noisy {

/// A quadratic in its eigenbasis, with the start relative to the minimizer; x_{-1} = x_0.
struct Quadratic {
  std::vector<double> eigenvalues;  ///< lambda_i > 0
  std::vector<double> start;        ///< coordinates e_0 of x_0 - x*, one per eigenvalue
};

/// E F(x_t) - F*, exactly: (1/2) sum_i lambda_i (mean_i^2 + variance_i).
struct QuadraticError {
  double bias = 0.0;
  double variance = 0.0;

  double total() const { return bias + variance; }
};

/// The exact error of t = 0..T under independent noise on every coordinate. Steps and momentum
/// follow the schedule; where a stage begins, momentum restarts (x_{t-2} is replaced by x_{t-1}).
class QuadraticRun {
 public:
  /// @error invalid-value at "problem" unless there are as many start coordinates as eigenvalues,
  ///        all eigenvalues are positive and everything is finite
  static Result<QuadraticRun> create(const Quadratic& quadratic, QuadraticMethod method);

  /// The error before the next step.
  QuadraticError error() const;

  /// x_{t-2} is replaced by x_{t-1}.
  void restart();

  /// One iteration. Noise variance is 2 b^2 for Laplace noise of scale b, per coordinate.
  void step(double step_size, double momentum, double noise_variance);

 private:
  // Mean and covariance of (e_t, e_{t-1}) along one eigenvector.
  struct Mode {
    double eigenvalue;
    double mean, previous_mean;
    double variance, covariance, previous_variance;
  };

  QuadraticMethod method_ = QuadraticMethod::gradient_descent;
  std::vector<Mode> modes_;
};

/// The errors of t = 0..T.
///
/// @param variance_at  noise variance of iteration t = 1..T, called in order
/// @error as QuadraticRun::create
template <typename VarianceAt>
Result<std::vector<QuadraticError>> quadratic_error_curve(const Quadratic& quadratic,
                                                          QuadraticMethod method,
                                                          const StepSchedule& schedule,
                                                          VarianceAt variance_at) {
  auto run = QuadraticRun::create(quadratic, method);
  if (!run) return std::unexpected(run.error());
  std::vector<QuadraticError> curve = {run->error()};
  Index step = 0;
  for (const Stage& stage : schedule) {
    run->restart();
    for (Index offset = 0; offset < stage.count; ++offset) {
      run->step(stage.step_size, stage.momentum, variance_at(++step));
      curve.push_back(run->error());
    }
  }
  return curve;
}

/// Weights a_t for which E F(x_T) - F* = bias + sum_t a_t b_t^2 exactly (Laplace scales b_t): they
/// give the true optimum of budget division on a quadratic, with which the bound-based division is
/// compared.
///
/// a_t = alpha_t^2 sum_i lambda_i psi_{t,i}^2, psi the response of the last iterate to iteration t,
/// by a backward recursion through the restarts. One segment per iteration: O(T) memory.
/// Weights below 1e-12 of the largest are raised to it, because a response may vanish.
///
/// @error as QuadraticRun::create; invalid-value at "iterations" when the schedule is empty;
///        diverged when the weights overflow
Result<std::vector<WeightSegment>> exact_noise_weights(const Quadratic& quadratic,
                                                       QuadraticMethod method,
                                                       const StepSchedule& schedule);

}  // namespace noisy
