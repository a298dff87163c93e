#pragma once

#include <functional>

#include "tests/algorithm/naive/problem.h"
#include "tests/algorithm/naive/schedule.h"

namespace noisy::naive {

/// Where the draws of iteration t = 1, 2, ... come from.
struct Draws {
  std::function<std::vector<std::size_t>(std::size_t t)> batch;
  std::function<Numbers(std::size_t t)> noise;  ///< d independent draws of unit scale
};

/// The scale of iteration t's noise, given the point at which its gradient is asked.
using ScaleRule = std::function<double(std::size_t t, const Numbers& point)>;

/// x_1, ..., x_T of the one recursion behind all methods:
///   z = x_{t-1} + gamma_t (x_{t-1} - x_{t-2})
///   x_t = x_{t-1} + beta_t (x_{t-1} - x_{t-2}) - alpha_t (grad F_B(z) + noise)
/// with x_{-1} = x_0, and with x_{t-2} forgotten at the first step of a later stage.
inline std::vector<Numbers> run(const Problem& problem, const Schedule& schedule,
                                const ScaleRule& scale, const Draws& draws, Numbers start) {
  std::vector<Numbers> path;
  Numbers before = start;
  Numbers x = start;
  for (std::size_t t = 1; t <= schedule.size(); ++t) {
    const Iteration& step = schedule[t - 1];
    if (t >= 2 && step.stage != schedule[t - 2].stage) before = x;
    const Numbers move = minus(x, before);
    const Numbers ahead = plus(x, step.extrapolation, move);
    Numbers gradient = problem.batch_gradient(draws.batch(t), ahead);
    gradient = plus(gradient, problem.strength, ahead);
    gradient = plus(gradient, scale(t, ahead), draws.noise(t));
    const Numbers next = plus(plus(x, step.momentum, move), -step.step_size, gradient);
    before = x;
    x = next;
    path.push_back(x);
  }
  return path;
}

}  // namespace noisy::naive
