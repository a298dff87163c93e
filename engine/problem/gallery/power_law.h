#pragma once

#include "engine/math/elementary.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// kappa = p / (p - 1), the exponent of |t|^p / p: flatter powers have smaller ones.
inline double power_exponent(double power) {
  return power / (power - 1);
}

/// gamma = p^(-1/kappa), with which |t|^p / p = (gamma |t|^(p-1))^kappa.
inline double power_constant(double power) {
  return math::pow(power, -1 / power_exponent(power));
}

/// The parameter p > 1.
inline ParameterSpec power_spec(double most, double usual) {
  return {.name = "power",
          .title = "Power",
          .type = ParameterType::number,
          .minimum = 1,
          .maximum = most,
          .exclusive_minimum = true,
          .default_value = usual,
          .description = "p; the KL exponent is p / (p - 1)."};
}

}  // namespace noisy
