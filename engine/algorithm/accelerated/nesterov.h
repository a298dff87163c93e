#pragma once

#include "engine/algorithm/accelerated/accelerated_plan.h"

namespace noisy {

/// Nesterov's accelerated gradient on noisy gradients, restarted at each stage (Kuru et al., eq. 27
/// for one stage, eq. 33 for several):
///
/// z_t = x_{t-1} + beta_t (x_{t-1} - x_{t-2}),   x_t = z_t - alpha_t g_t,   g_t at z_t
///
/// with x_{-1} = x_0; the first step of a later stage has z_t = x_{t-1}.
Run nesterov(GradientOracle& data, const AcceleratedPlan& plan, Vector x);

}  // namespace noisy
