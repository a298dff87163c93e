#include "engine/algorithm/simplex/theory/batch_rule.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/theory/rounding.h"

namespace noisy {
namespace {

constexpr double kMostCount = 0x1p62;

}  // namespace

Index rounded_count(double x) {
  return static_cast<Index>(std::clamp(steady_floor(x + 0.5), 1.0, kMostCount));
}

StepBatches step_batches(Index samples, double wanted_steps) {
  const Index batch_size =
      std::min(samples, rounded_count(static_cast<double>(samples) / wanted_steps));
  return {samples / batch_size, batch_size};
}

Result<void> check_scaling_constants(const ScalingConstants& constants) {
  for (const double constant : {constants.steps, constants.draws, constants.step_size})
    if (!(constant > 0.0) || !std::isfinite(constant))
      return fail(ErrorCode::invalid_value, "constants",
                  "the constants of the rule must be positive and finite");
  return {};
}

}  // namespace noisy
