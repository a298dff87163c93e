#include "engine/algorithm/simplex/theory/anytime_bound.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/simplex/theory/shifted_harmonic.h"
#include "engine/math/elementary.h"

namespace noisy {

double sampling_bias(const SimplexRegularity& regularity, Index draws) {
  const double vertices = static_cast<double>(draws);
  return std::min(2.0 * regularity.hessian_lipschitz / vertices,
                  4.0 * regularity.smoothness / std::sqrt(vertices));
}

double sampling_spread(const AnytimeBoundSetting& setting, Index draws) {
  const SimplexRegularity& known = setting.regularity;
  const double bias = sampling_bias(known, draws);
  const double vertex = 2.0 * known.smoothness * known.smoothness / static_cast<double>(draws);
  return 2.0 * vertex * (1.0 + math::log(2.0) + setting.log_dimension) + 2.0 * bias * bias;
}

double resampling_delay(double smoothness, Index steps, Index period) {
  const double horizon = static_cast<double>(steps), length = static_cast<double>(period);
  const Index last = steps / period;
  // Blocks m = 1..last of q steps each: the first without t = q, the last as far as T.
  const double whole = shifted_harmonic(static_cast<double>(last), 1.0 / length);
  const double beyond = length * static_cast<double>(last + 1) - 1.0 - horizon;
  const double sum = length * whole - length / (length + 1.0) -
                     beyond * length / (length * static_cast<double>(last) + 1.0);
  return 4.0 * smoothness * sum / horizon;
}

AnytimeBound anytime_bound(const AnytimeBoundSetting& setting, Index steps, Index draws,
                           Index period, double step_size) {
  const SimplexRegularity& known = setting.regularity;
  const double horizon = static_cast<double>(steps);
  return {.start = setting.log_dimension / (step_size * horizon),
          .gradients = 0.5 * step_size * known.lipschitz * known.lipschitz,
          .sampling_bias = 2.0 * sampling_bias(known, draws),
          .delay = resampling_delay(known.smoothness, steps, period),
          .sampling_spread =
              4.0 * step_size * static_cast<double>(period) * sampling_spread(setting, draws),
          .output_bias = 2.0 * known.smoothness / static_cast<double>(draws)};
}

double anytime_bound_step_size(const AnytimeBoundSetting& setting, Index steps, Index draws,
                               Index period) {
  const double lipschitz = setting.regularity.lipschitz;
  const double spread = 4.0 * static_cast<double>(period) * sampling_spread(setting, draws);
  return std::sqrt(setting.log_dimension /
                   (static_cast<double>(steps) * (0.5 * lipschitz * lipschitz + spread)));
}

}  // namespace noisy
