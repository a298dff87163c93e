#pragma once

#include <span>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// (n - m) / (m (n - 1)): what drawing m of n without replacement leaves of one record's variance.
double sampling_factor(Index batch_size, Index samples);

/// Bound on the trace of the covariance of a batch mean gradient, from public facts alone:
///
/// sigma_s^2 = (S1^2 / 4) (n - m) / (m (n - 1))        (Kuru et al., Prop. 3.3, as a trace)
///
/// It holds because for random signs e the scalar e . gradient has range at most S1, hence variance
/// at most S1^2 / 4 (Popoviciu), and averaging over e leaves the sum of the coordinates' variances.
///
/// @param l1_sensitivity  S1: largest L1 distance of two records' gradients
/// @error invalid-value as check_sampling; unbounded-sensitivity when S1 is not finite or negative
Result<double> sampling_noise_bound(double l1_sensitivity, Index batch_size, Index samples);

/// The exact trace at one point, from the records' gradients. It reads the data: a diagnostic,
/// never an input of a plan.
///
/// (1/m) ((n - m)/(n - 1)) sum_k Var_k,   Var_k the population variance of coordinate k
class SamplingNoiseEstimator {
 public:
  explicit SamplingNoiseEstimator(Index dimension);

  /// Adds the gradient of one record. All records have to be added, each once.
  void add(std::span<const double> gradient);

  Index samples() const { return samples_; }

  /// @error invalid-value as check_sampling
  Result<double> trace(Index batch_size) const;

 private:
  Index samples_ = 0;
  std::vector<double> means_;
  std::vector<double> squared_deviations_;
};

}  // namespace noisy
