#pragma once

#include <cmath>

#include "engine/algorithm/kl/theory/kl_setting.h"

namespace noisy {

/// kappa = 2: private mean estimation in a ball of radius 1.
inline KlSetting setting_a() {
  return {.kappa = 2.0,
          .gamma = std::sqrt(0.5),
          .initial_gap = 0.5,
          .lipschitz = 2.0,
          .smoothness_risk = 1.0,
          .smoothness_sample = 1.0,
          .samples = 1e6,
          .dimension = 10,
          .rho = 0.5,
          .failure_probability = 0.05};
}

/// kappa = 4/3: the fourth power of the distance.
inline KlSetting setting_b() {
  KlSetting setting = setting_a();
  setting.kappa = 4.0 / 3.0;
  setting.gamma = std::pow(4.0, -0.75);
  setting.initial_gap = 0.25;
  setting.lipschitz = setting.smoothness_risk = setting.smoothness_sample = 3.0;
  setting.samples = 1e7;
  return setting;
}

/// |w|^p / p with balanced tilts of length 1, seen from a start at distance 1 of its minimizer, in
/// the ball of the given radius around that.
inline KlSetting power_setting(double power, double region) {
  KlSetting setting = setting_a();
  setting.kappa = power / (power - 1.0);
  setting.gamma = std::pow(power, -1.0 / setting.kappa);
  setting.initial_gap = 1.0 / power;
  setting.lipschitz = std::pow(region, power - 1.0) + 1.0;
  setting.smoothness_risk = setting.smoothness_sample =
      (power - 1.0) * std::pow(region, power - 2.0);
  return setting;
}

}  // namespace noisy
