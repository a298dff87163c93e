#pragma once

#include "engine/algorithm/accelerated/accelerated_plan.h"

namespace noisy {

/// Polyak's heavy ball on noisy gradients (Kuru et al., eq. 9):
///
/// x_t = x_{t-1} + beta (x_{t-1} - x_{t-2}) - alpha g_t,   g_t at x_{t-1},   x_{-1} = x_0
Run heavy_ball(GradientOracle& data, const AcceleratedPlan& plan, Vector x);

}  // namespace noisy
