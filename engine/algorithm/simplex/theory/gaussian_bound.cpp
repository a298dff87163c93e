#include "engine/algorithm/simplex/theory/gaussian_bound.h"

#include <algorithm>
#include <cmath>

namespace noisy {

double gaussian_second_moment(const GaussianBoundSetting& setting, Index batch_size,
                              double deviation) {
  const double gradients = setting.lipschitz * setting.lipschitz;
  const double noise = deviation * deviation;
  if (!setting.is_saddle) return gradients + noise;
  return gradients * (1.0 + 1.0 / static_cast<double>(batch_size)) + 2.0 * noise;
}

double gaussian_bound(const GaussianBoundSetting& setting, const StepBatches& batches,
                      double deviation, double step_size) {
  const double start = setting.log_dimension / (step_size * static_cast<double>(batches.steps));
  const double moment = gaussian_second_moment(setting, batches.batch_size, deviation);
  return (setting.is_saddle ? 2.0 : 1.0) * (start + 0.5 * step_size * moment);
}

double gaussian_step_size(const GaussianBoundSetting& setting, const StepBatches& batches,
                          double deviation) {
  const double moment = gaussian_second_moment(setting, batches.batch_size, deviation);
  return std::sqrt(2.0 * setting.log_dimension / (static_cast<double>(batches.steps) * moment));
}

StepBatches gaussian_batches(const GaussianBoundSetting& setting, Index samples, double noise) {
  const double most = static_cast<double>(samples);
  const double of_noise = setting.is_saddle ? std::sqrt(2.0) * noise : noise;
  const double wanted = of_noise > 0 ? most * (setting.lipschitz / of_noise) : most;
  const StepBatches batches = step_batches(samples, std::clamp(wanted, 2.0, most));
  if (batches.steps >= 2) return batches;
  return {.steps = 2, .batch_size = samples / 2};
}

}  // namespace noisy
