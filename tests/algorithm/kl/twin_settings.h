#pragma once

#include <gtest/gtest.h>

#include <random>

#include "engine/algorithm/kl/theory/kl_setting.h"
#include "tests/algorithm/kl/twin_tolerance.h"
#include "tests/algorithm/naive/kl_common.h"

namespace noisy::testing {

inline KlSetting setting_of(const naive::KlConstants& c) {
  return {.kappa = c.kappa,
          .gamma = c.gamma,
          .initial_gap = c.initial_gap,
          .lipschitz = c.lipschitz,
          .smoothness_risk = c.smoothness,
          .smoothness_sample = c.smoothness,
          .samples = c.samples,
          .dimension = static_cast<Index>(c.dimension),
          .rho = c.rho,
          .failure_probability = c.beta,
          .adjacency = c.adjacency};
}

/// Constants that fit together more or less, at random from a seed.
class TwinSettings {
 public:
  explicit TwinSettings(std::uint64_t seed) : engine_(seed) {}

  naive::KlConstants next(double least_kappa, double most_kappa) {
    naive::KlConstants c;
    c.kappa = between(least_kappa, most_kappa);
    c.samples = std::round(log_between(1e4, 1e9));
    c.dimension = std::round(log_between(1, 100));
    c.rho = log_between(0.01, 5);
    c.beta = log_between(1e-4, 0.3);
    c.gamma = log_between(0.3, 2);
    c.lipschitz = log_between(0.5, 5);
    c.smoothness = log_between(0.5, 5);
    c.weak_convexity = log_between(0.05, 2);
    c.initial_gap = log_between(0.05, 3);
    c.adjacency = between(0, 1) < 0.5 ? 1 : 2;
    return c;
  }

 private:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  double log_between(double low, double high) {
    return std::exp(between(std::log(low), std::log(high)));
  }

  std::mt19937_64 engine_;
};

inline void expect_equal(double found, double twin, const char* what) {
  EXPECT_NEAR(found, twin, kTwinTolerance * std::abs(twin)) << what;
}

}  // namespace noisy::testing
