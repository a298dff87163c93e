#pragma once

#include <algorithm>

#include "tests/algorithm/naive/numbers.h"

namespace noisy::naive {

/// Iteration t makes x_t from x_{t-1} and x_{t-2}.
struct Iteration {
  double step_size = 0;      ///< alpha_t
  double momentum = 0;       ///< beta_t, of the update
  double extrapolation = 0;  ///< gamma_t, of the point at which the gradient is asked
  int stage = 1;             ///< s_t
};

/// Iteration t is at position t - 1.
using Schedule = std::vector<Iteration>;

inline double nesterov_momentum(double step_size, double mu) {
  return (1 - std::sqrt(step_size * mu)) / (1 + std::sqrt(step_size * mu));
}

inline Schedule descent(int steps, double step_size) {
  return Schedule(static_cast<std::size_t>(steps), {.step_size = step_size});
}

inline Schedule heavy_ball(int steps, double step_size, double momentum) {
  return Schedule(static_cast<std::size_t>(steps), {.step_size = step_size, .momentum = momentum});
}

inline Schedule nesterov(int steps, double step_size, double mu) {
  const double momentum = nesterov_momentum(step_size, mu);
  return Schedule(static_cast<std::size_t>(steps),
                  {.step_size = step_size, .momentum = momentum, .extrapolation = momentum});
}

struct MultistageOptions {
  double scale = 1;          ///< c
  double exponent = 1;       ///< p
  int first_stage = 0;       ///< n_1; 0: ceil(2 sqrt(kappa) ln sqrt(kappa))
  bool scale_kappa = false;  ///< kappa / c in the lengths
};

/// Stage 1 takes n_1 steps of c / L, stage k = 2, 3, ... takes 2^k C steps of c / (4^k L), with
/// C = ceil(sqrt(kappa) ln 2^(p+2)).
inline Schedule multistage(int steps, double mu, double smoothness, MultistageOptions options) {
  const double kappa = smoothness / mu / (options.scale_kappa ? options.scale : 1);
  const double unit = std::ceil(std::sqrt(kappa) * std::log(std::pow(2.0, options.exponent + 2)));
  const double root = std::sqrt(kappa);
  double left = options.first_stage > 0 ? options.first_stage
                                        : std::max(1.0, std::ceil(2 * root * std::log(root)));
  double step_size = options.scale / smoothness;
  int stage = 1;
  Schedule schedule;
  while (static_cast<int>(schedule.size()) < steps) {
    if (left == 0) {
      ++stage;
      left = std::pow(2.0, stage) * unit;
      step_size = options.scale * std::pow(4.0, -stage) / smoothness;
    }
    const double momentum = nesterov_momentum(step_size, mu);
    schedule.push_back(
        {.step_size = step_size, .momentum = momentum, .extrapolation = momentum, .stage = stage});
    --left;
  }
  return schedule;
}

/// Largest modulus of the roots of r^2 = (1 + beta - alpha lambda) r - beta.
inline double heavy_ball_rate_at(double step_size, double momentum, double lambda) {
  const double middle = 1 + momentum - step_size * lambda;
  const double discriminant = middle * middle - 4 * momentum;
  if (discriminant < 0) return std::sqrt(momentum);
  return 0.5 * (std::abs(middle) + std::sqrt(discriminant));
}

inline double heavy_ball_rate(double step_size, double momentum, double mu, double smoothness) {
  return std::max(heavy_ball_rate_at(step_size, momentum, mu),
                  heavy_ball_rate_at(step_size, momentum, smoothness));
}

}  // namespace noisy::naive
