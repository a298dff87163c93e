#pragma once

#include "tests/algorithm/naive/kl_common.h"

/// Algorithm 4, noisy descent on F + Lambda |w - w0|^2, and B1, with as much noise in every step.
namespace noisy::naive {

struct InnerSettings {
  double rho = 0;     ///< rho'
  double beta = 0;    ///< beta'
  double weight = 0;  ///< Lambda
  double steps = 2;   ///< T
  bool paper_step = false;
  bool paper_noise = false;
};

inline double paper_inner_steps(const KlConstants& c, double rho, double beta) {
  const double logarithm = std::log(2 / beta);
  return std::max(2.0, up(c.samples * c.samples * rho * logarithm * logarithm / c.dimension));
}

inline double enough_inner_steps(const KlConstants& c, double rho) {
  return std::max(2.0, up(c.samples * c.samples * rho / c.dimension));
}

inline double inner_noise(const KlConstants& c, const InnerSettings& inner) {
  const double n = c.samples, l0 = c.lipschitz;
  return inner.paper_noise ? std::sqrt(4 * l0 * l0 * inner.steps / (n * n * inner.rho))
                           : std::sqrt(c.adjacency * c.adjacency * l0 * l0 * (inner.steps - 1) /
                                       (2 * n * n * inner.rho));
}

/// A of the explicit bound: with probability 1 - 2 e^-x the gap is at most L0^2 A / Lambda.
inline double inner_bound(const KlConstants& c, double rho, double x, double steps,
                          bool paper_noise = false) {
  const double root = std::sqrt(c.dimension) + std::sqrt(2 * x / steps);
  const double weight = paper_noise ? 32 : 16 * c.adjacency * c.adjacency / 4;
  return 32 / (steps + 1) + weight / (c.samples * c.samples * rho) * (root * root + x);
}

/// The nearest point of a ball.
inline Numbers into_ball_around(const Numbers& x, const Numbers& centre, double radius) {
  const Numbers away = minus(x, centre);
  const double length = norm(away);
  return length > radius ? plus(centre, radius / length, away) : x;
}

/// Runs it and adds its releases to the run; the answer is the mean of t w_t.
inline Numbers run_inner(const KlConstants& c, const InnerSettings& inner,
                         const MeanGradient& gradient, const UnitDraws& draws,
                         const Numbers& centre, KlRun& run) {
  if (!(inner.weight > 0)) throw NoPlan("strongly convex weight must be positive");
  const double radius = c.lipschitz / (2 * inner.weight);
  const double sigma = inner_noise(c, inner);
  Numbers w = centre;
  Numbers average(centre.size(), 0.0);
  for (double t = 1;; ++t) {
    average = plus(average, t, w);
    if (t == inner.steps) break;
    const Numbers data = gradient(w);
    run.passes += 1;
    const Numbers noised = run.noised(
        data, {.kind = "gradient", .scale = sigma, .cost = gaussian_cost(c.record_move(), sigma)},
        draws);
    const Numbers step = plus(noised, 2 * inner.weight, minus(w, centre));
    const double eta = inner.paper_step ? 1 / (inner.weight * t) : 2 / (inner.weight * (t + 1));
    w = into_ball_around(plus(w, -eta, step), centre, radius);
    run.path.push_back(w);
  }
  for (double& value : average) value *= 2 / (inner.steps * (inner.steps + 1));
  return average;
}

/// B1's standard deviation for T steps.
inline double fixed_noise(const KlConstants& c, double steps) {
  return c.adjacency * c.lipschitz * std::sqrt(steps / (2 * c.rho)) / c.samples;
}

/// B1: T steps of 1/L1.
inline KlRun run_fixed_noise(const KlConstants& c, double steps, const MeanGradient& gradient,
                             const UnitDraws& draws, const Numbers& start) {
  const double sigma = fixed_noise(c, steps);
  KlRun run;
  Numbers w = start;
  for (double t = 1; t <= steps; ++t) {
    const Numbers g = gradient(w);
    run.passes += 1;
    const Numbers noised = run.noised(
        g, {.kind = "gradient", .scale = sigma, .cost = gaussian_cost(c.record_move(), sigma)},
        draws);
    w = plus(w, -1 / c.smoothness, noised);
    run.path.push_back(w);
  }
  run.answer = w;
  return run;
}

/// What B1 is bounded by after T steps: phi - phi^(2/kappa) / (2 gamma^2 L1) + d sigma^2 / (2 L1),
/// where the map rises.
inline double fixed_noise_bound(const KlConstants& c, double steps) {
  const double bend = c.gamma * c.gamma * c.smoothness;
  const double sigma = fixed_noise(c, steps);
  // For kappa = 2 its limit: the map is linear and rises, or it falls everywhere.
  const double never = std::numeric_limits<double>::infinity();
  const double top =
      c.kappa < 2 ? std::pow(c.kappa * bend, c.kappa / (2 - c.kappa)) : (2 * bend < 1 ? 0 : never);
  double phi = c.gap();
  for (double t = 1; t <= steps; ++t) {
    phi = std::min(phi, top);
    phi +=
        -std::pow(phi, 2 / c.kappa) / (2 * bend) + c.dimension * sigma * sigma / (2 * c.smoothness);
  }
  return phi;
}

}  // namespace noisy::naive
