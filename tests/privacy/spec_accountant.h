#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/privacy/release/variance_reduction.h"

/// The accountant of DP-ERM Revisited as its specification writes it down: fixed orders, a golden
/// section over the split, and its own conversion. It shares only the one-step integral with the
/// engine's.
namespace noisy::testing {

inline constexpr std::array kSpecOrders = {
    1.05, 1.1,  1.2,  1.35, 1.5,  1.75, 2.0, 2.5, 3.0,  4.0,  5.0,  6.0,   8.0,   10.0, 12.0,
    16.0, 20.0, 24.0, 32.0, 40.0, 48.0, 64., 80., 96.0, 128., 192., 256.0, 384.0, 512., 1024.};

/// min over theta of one step's divergence by golden sections on [0.01, 0.9995].
inline double spec_step(const VarianceReducedNoise& release, double order) {
  const double golden = 0.5 * (std::sqrt(5.0) - 1);
  double low = 0.01, high = 0.9995;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = variance_reduced_renyi(release, order, a);
  double at_b = variance_reduced_renyi(release, order, b);
  while (high - low > 2e-4) {
    if (at_a < at_b) {
      high = b, b = a, at_b = at_a;
      a = high - golden * (high - low);
      at_a = variance_reduced_renyi(release, order, a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + golden * (high - low);
      at_b = variance_reduced_renyi(release, order, b);
    }
  }
  return std::min(at_a, at_b);
}

inline double spec_epsilon(const VarianceReducedNoise& release, double steps, double delta) {
  double best = INFINITY;
  for (const double order : kSpecOrders) {
    const double conversion =
        std::log(1 - 1 / order) - (std::log(delta) + std::log(order)) / (order - 1);
    if (best < conversion) continue;
    best = std::min(best, steps * spec_step(release, order) + conversion);
  }
  return best;
}

/// Least sigma / G, by bisection of its logarithm from a bracket.
inline double spec_noise(VarianceReducedNoise release, double steps, double epsilon, double delta,
                         double low, double high) {
  for (int step = 0; step < 11; ++step) {
    release.noise = std::sqrt(low * high);
    (spec_epsilon(release, steps, delta) <= epsilon ? high : low) = release.noise;
  }
  return high;
}

}  // namespace noisy::testing
