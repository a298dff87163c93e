#include "engine/algorithm/accelerated/theory/sampling_noise.h"

#include <cmath>

#include "engine/math/reduce.h"
#include "engine/privacy/release/amplification.h"

namespace noisy {
double sampling_factor(Index batch_size, Index samples) {
  return static_cast<double>(samples - batch_size) /
         (static_cast<double>(batch_size) * static_cast<double>(samples - 1));
}

Result<double> sampling_noise_bound(double l1_sensitivity, Index batch_size, Index samples) {
  if (auto checked = check_sampling(batch_size, samples); !checked)
    return std::unexpected(checked.error());
  if (!(l1_sensitivity >= 0.0) || !std::isfinite(l1_sensitivity))
    return fail(
        ErrorCode::unbounded_sensitivity, "data.preprocess",
        "a finite L1 gradient sensitivity is required: bound the features or choose another "
        "loss");
  return 0.25 * l1_sensitivity * l1_sensitivity * sampling_factor(batch_size, samples);
}

SamplingNoiseEstimator::SamplingNoiseEstimator(Index dimension)
    : means_(static_cast<std::size_t>(dimension)),
      squared_deviations_(static_cast<std::size_t>(dimension)) {}

void SamplingNoiseEstimator::add(std::span<const double> gradient) {
  ++samples_;
  const double weight = 1.0 / static_cast<double>(samples_);
  for (std::size_t k = 0; k < means_.size(); ++k) {  // Welford's update
    const double before = gradient[k] - means_[k];
    means_[k] += before * weight;
    squared_deviations_[k] += before * (gradient[k] - means_[k]);
  }
}

Result<double> SamplingNoiseEstimator::trace(Index batch_size) const {
  if (auto checked = check_sampling(batch_size, samples_); !checked)
    return std::unexpected(checked.error());
  return math::sum(squared_deviations_) / static_cast<double>(samples_) *
         sampling_factor(batch_size, samples_);
}

}  // namespace noisy
