#pragma once

#include <string>

#include "engine/problem/parameter.h"

namespace noisy {

/// A parameter above 0 of a saddle problem.
inline ParameterSpec length_spec(std::string name, std::string title, double usual,
                                 std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1e6,
          .exclusive_minimum = true,
          .default_value = usual,
          .description = std::move(description)};
}

/// A parameter of at least 0.
inline ParameterSpec number_spec(std::string name, std::string title, double usual,
                                 std::string description) {
  ParameterSpec spec =
      length_spec(std::move(name), std::move(title), usual, std::move(description));
  spec.exclusive_minimum = false;
  return spec;
}

/// A public share of records.
inline ParameterSpec share_spec(std::string name, std::string title, std::string description) {
  return {.name = std::move(name),
          .title = std::move(title),
          .type = ParameterType::number,
          .minimum = 0.001,
          .maximum = 0.999,
          .default_value = 0.5,
          .description = std::move(description)};
}

}  // namespace noisy
