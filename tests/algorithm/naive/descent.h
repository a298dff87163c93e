#pragma once

#include "tests/algorithm/naive/run.h"

namespace noisy::naive {

/// What follows a gradient step of this length.
using Proximal = std::function<Numbers(double step_size, Numbers x)>;

/// Soft thresholding: the proximal map of strength ||x||_1.
inline Numbers shrink(Numbers x, double threshold) {
  for (double& value : x) {
    const double size = std::abs(value) - threshold;
    value = size > 0 ? std::copysign(size, value) : 0;
  }
  return x;
}

inline Numbers into_ball(Numbers x, double radius) {
  const double size = norm(x);
  for (double& value : x) value *= size > radius ? radius / size : 1;
  return x;
}

/// x_1, ..., x_T of Algorithm 4 with a proximal step:
/// x_t = prox(x_{t-1} - eta (grad F(x_{t-1}) + N(0, sigma^2 I))), from prox_0(x_0).
inline std::vector<Numbers> proximal_descent(const Problem& problem, const Proximal& proximal,
                                             double step_size, double deviation, std::size_t steps,
                                             const Draws& draws, Numbers start) {
  std::vector<Numbers> path;
  Numbers x = proximal(0, std::move(start));
  for (std::size_t t = 1; t <= steps; ++t) {
    Numbers gradient = plus(problem.batch_gradient(draws.batch(t), x), problem.strength, x);
    gradient = plus(gradient, deviation, draws.noise(t));
    x = proximal(step_size, plus(x, -step_size, gradient));
    path.push_back(x);
  }
  return path;
}

}  // namespace noisy::naive
