#pragma once

#include "engine/problem/gallery/gallery_entry.h"

namespace noisy {

/// r of problems that 0 is a stationary point of: nearer to it their KL condition does not hold.
inline ParameterSpec inner_radius_spec() {
  return positive_spec("innerRadius", "Inner radius", 0.5,
                       "r: the KL condition is stated for points with ||w|| >= r, because 0 is "
                       "stationary and not optimal. Runs are not kept out.");
}

}  // namespace noisy
