#include "engine/privacy/release/variance_reduction.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/search.h"
#include "engine/privacy/accountant/joint_renyi.h"
#include "engine/privacy/accountant/sampled_renyi.h"

namespace noisy {
namespace {

constexpr double kLeastShare = 0.01;
constexpr double kLargestShare = 0.99999;

double logit(double share) {
  return math::log(share) - math::log1p(-share);
}

/// The steps of an epoch that are one exact full gradient.
bool is_full_gradient(const VarianceReducedNoise& release) {
  return release.batch_size == release.samples || release.difference == 0;
}

}  // namespace

double anchor_renyi(Index samples, double noise, double order) {
  const double ratio = 2.0 / (static_cast<double>(samples) * noise);
  return 0.5 * order * ratio * ratio;
}

double difference_renyi(const VarianceReducedNoise& release, double order) {
  if (release.difference == 0) return 0.0;
  const double batch = static_cast<double>(release.batch_size);
  const double multiplier = batch * release.noise / (2.0 * release.difference);
  return sampled_gaussian_renyi(multiplier, batch / static_cast<double>(release.samples), order,
                                SampledPair::exchanged);
}

double variance_reduced_renyi(const VarianceReducedNoise& release, double order, double share) {
  if (is_full_gradient(release)) return anchor_renyi(release.samples, release.noise, order);
  VarianceReducedNoise sampled = release;
  sampled.noise = std::sqrt(share) * release.noise;
  const double anchor = std::sqrt(1.0 - share) * release.noise;
  return difference_renyi(sampled, order) + anchor_renyi(release.samples, anchor, order);
}

double joint_variance_reduced_renyi(const VarianceReducedNoise& release, double order) {
  const double batch = static_cast<double>(release.batch_size);
  const double samples = static_cast<double>(release.samples);
  return joint_renyi({.rate = batch / samples,
                      .mean = 2.0 / (samples * release.noise),
                      .change = 2.0 * release.difference / (batch * release.noise)},
                     order);
}

SplitDivergence best_variance_reduced_renyi(const VarianceReducedNoise& release, double order,
                                            double start) {
  constexpr double kTolerance = 1e-3;  // of ln(theta / (1 - theta)): about 1e-7 of the value
  constexpr double kStride = 0.2;
  if (is_full_gradient(release)) return {variance_reduced_renyi(release, order, start), start};
  const auto value = [&](double t) {
    return variance_reduced_renyi(release, order, math::sigmoid(t));
  };
  const double least = logit(kLeastShare), largest = logit(kLargestShare);
  const double from = std::clamp(logit(start), least, largest);
  const math::Minimum best = math::minimize_from(value, from, kStride, least, largest, kTolerance);
  return {best.value, math::sigmoid(best.argument)};
}

ProvenDivergence least_variance_reduced_renyi(const VarianceReducedNoise& release, double order) {
  const double joint = joint_variance_reduced_renyi(release, order);
  const SplitDivergence split = best_variance_reduced_renyi(release, order);
  if (joint <= split.divergence) return {joint, {}};
  return {split.divergence, split.share};
}

}  // namespace noisy
