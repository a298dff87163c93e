#pragma once

#include <string>

namespace noisy {

/// The powers with which a theorem's bound on the population error falls, logarithms left out.
struct RateLaw {
  double samples = 0;  ///< of n, where n is large
  double epsilon = 0;  ///< of epsilon, in the part of the bound that privacy adds
  std::string theorem;
};

}  // namespace noisy
