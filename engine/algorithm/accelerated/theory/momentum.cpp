#include "engine/algorithm/accelerated/theory/momentum.h"

#include <algorithm>
#include <cmath>

namespace noisy {

double nesterov_momentum(double step_size, double strong_convexity) {
  const double root = std::sqrt(step_size * strong_convexity);
  return std::max(0.0, (1.0 - root) / (1.0 + root));
}

double critical_momentum(double step_size, double strong_convexity) {
  const double rate = 1.0 - std::sqrt(step_size * strong_convexity);
  return rate * rate;
}

StepAndMomentum polyak_choice(double strong_convexity, double smoothness) {
  const double sum = std::sqrt(strong_convexity) + std::sqrt(smoothness);
  const double ratio = (std::sqrt(smoothness) - std::sqrt(strong_convexity)) / sum;
  return {4.0 / (sum * sum), ratio * ratio};
}

Result<void> check_constants(double strong_convexity, double smoothness) {
  if (!(strong_convexity > 0.0) || !(strong_convexity <= smoothness) || !std::isfinite(smoothness))
    return fail(ErrorCode::invalid_value, "problem.constants", "need 0 < mu <= L");
  return {};
}

Result<void> check_nesterov_step(double step_size, double smoothness) {
  constexpr double kSlack = 1e-12;
  if (!(step_size > 0.0) || !(step_size * smoothness <= 1.0 + kSlack))
    return fail(ErrorCode::unstable_step, "stepSize",
                "step size must not exceed 1/L for Nesterov, and must be positive");
  return {};
}

Result<void> check_heavy_ball(double step_size, double momentum) {
  if (!(step_size > 0.0) || !std::isfinite(step_size))
    return fail(ErrorCode::unstable_step, "stepSize", "step size must be positive and finite");
  if (!(momentum >= 0.0 && momentum < 1.0))
    return fail(ErrorCode::invalid_value, "momentum", "momentum must lie in [0, 1)");
  return {};
}

bool heavy_ball_may_diverge(double step_size, double momentum, double smoothness) {
  return step_size * smoothness >= 2.0 * (1.0 + momentum);
}

}  // namespace noisy
