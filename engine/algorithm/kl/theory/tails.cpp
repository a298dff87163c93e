#include "engine/algorithm/kl/theory/tails.h"

#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {

double chi_radius(Index dimension, double probability) {
  return std::sqrt(static_cast<double>(dimension)) + std::sqrt(-2.0 * math::log(probability));
}

double normal_radius(double probability) {
  return std::sqrt(2.0 * math::log(2.0 / probability));
}

}  // namespace noisy
