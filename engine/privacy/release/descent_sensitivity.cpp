#include "engine/privacy/release/descent_sensitivity.h"

#include <limits>

#include "engine/math/elementary.h"

namespace noisy {

double longest_private_step(double smoothness, double strong_convexity) {
  return strong_convexity > 0 ? 1 / (smoothness + strong_convexity) : 2 / smoothness;
}

double accumulated_difference(double move, double step_size, double strong_convexity, Index steps) {
  const double count = static_cast<double>(steps);
  if (strong_convexity == 0) return move * step_size * count;
  const double forgotten = -math::expm1(count * math::log1p(-step_size * strong_convexity));
  return move / strong_convexity * forgotten;
}

double descent_sensitivity(const ExactDescent& descent, double move) {
  constexpr double kSlack = 1 + 1e-12;
  const double longest = longest_private_step(descent.smoothness, descent.strong_convexity);
  if (!(descent.step_size > 0) || !(descent.step_size <= longest * kSlack)) {
    return std::numeric_limits<double>::infinity();
  }
  return accumulated_difference(move, descent.step_size, descent.strong_convexity, descent.steps);
}

}  // namespace noisy
