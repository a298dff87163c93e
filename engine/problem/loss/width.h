#pragma once

#include "engine/problem/parameter.h"

namespace noisy {

/// The parameter of losses that are quadratic up to some distance from a corner.
inline ParameterSpec width_spec() {
  return {.name = "width",
          .title = "Width",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_value = 1.0,
          .description =
              "h: how far from its corner the loss is quadratic; its smoothness falls with it."};
}

}  // namespace noisy
