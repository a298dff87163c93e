#include "engine/algorithm/simplex/theory/mirror_bound.h"

#include <algorithm>
#include <cmath>

namespace noisy {

double saddle_sampling_bias(const SimplexRegularity& regularity, Index draws) {
  const double vertices = static_cast<double>(draws);
  return std::min(4.0 * regularity.hessian_lipschitz / vertices,
                  4.0 * std::sqrt(2.0 / vertices) * regularity.smoothness);
}

MirrorBound mirror_bound(const MirrorBoundSetting& setting, Index steps, Index draws,
                         double step_size) {
  const SimplexRegularity& known = setting.regularity;
  const double horizon = static_cast<double>(steps);
  MirrorBound bound{.start = 2.0 * setting.log_dimension / (step_size * horizon),
                    .gradients = 5.0 * step_size * known.lipschitz * known.lipschitz};
  if (setting.output == MirrorOutput::reused) {
    bound.sampled_points = 4.0 * known.own() / static_cast<double>(draws);
    return bound;
  }
  bound.sampling_bias = 4.0 * saddle_sampling_bias(known, draws);
  bound.output_bias = 4.0 * known.smoothness / horizon;
  bound.output_deviation = 4.0 * known.smoothness * std::sqrt(setting.log_dimension / horizon);
  return bound;
}

double mirror_bound_step_size(const MirrorBoundSetting& setting, Index steps) {
  return std::sqrt(2.0 * setting.log_dimension / (5.0 * static_cast<double>(steps))) /
         setting.regularity.lipschitz;
}

}  // namespace noisy
