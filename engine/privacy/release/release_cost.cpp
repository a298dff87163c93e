#include "engine/privacy/release/release_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/sampled_renyi.h"
#include "engine/privacy/release/amplification.h"
#include "engine/privacy/release/objective_perturbation.h"
#include "engine/privacy/release/variance_reduction.h"

namespace noisy {
namespace {

constexpr double kUnproven = std::numeric_limits<double>::infinity();

/// gaussian_release_renyi, which takes many integrals, with the thread's last answer kept: oracles
/// of one plan come and go, one per round of an audit.
double last_renyi(const Release& release, Index samples, double l2_sensitivity, double order) {
  struct Answer {
    Release release;
    Index samples = 0;
    double l2_sensitivity = 0;
    double order = 0;
    double divergence = 0;
  };
  thread_local Answer last;
  const bool is_same = samples == last.samples && l2_sensitivity == last.l2_sensitivity &&
                       order == last.order && same_noise(release, last.release);
  if (!is_same) {
    last = {release, samples, l2_sensitivity, order,
            gaussian_release_renyi(release, samples, l2_sensitivity, order)};
  }
  return last.divergence;
}

}  // namespace

bool same_noise(const Release& a, const Release& b) {
  return a.form == b.form && a.batch_size == b.batch_size && a.mechanism == b.mechanism &&
         a.noise_scale == b.noise_scale && a.sensitivity == b.sensitivity && a.grid == b.grid &&
         a.objective == b.objective;
}

GridQuery grid_query(const FiniteSum& data, const Release& release) {
  return {.dimension = data.dimension(),
          .batch_size = release.batch_size,
          .summation_error = data.summation_error(release.batch_size),
          .grid = release.grid};
}

double gaussian_release_renyi(const Release& release, Index samples, double l2_sensitivity,
                              double order) {
  const double bound = l2_sensitivity / 2;
  const bool is_proven = release.mechanism == Mechanism::gaussian && !release.is_hardened() &&
                         release.sensitivity == SensitivityRule::uniform && order > 1 &&
                         release.noise_scale > 0 && bound > 0 && std::isfinite(bound);
  if (!is_proven) return kUnproven;
  const double noise = release.noise_scale / bound;
  const VarianceReducedNoise reduced{
      .samples = samples, .batch_size = release.batch_size, .noise = noise};
  switch (release.form) {
    case ReleaseForm::gradient: {
      const double batch = static_cast<double>(release.batch_size);
      return sampled_gaussian_renyi(0.5 * noise * batch, batch / static_cast<double>(samples),
                                    order, SampledPair::exchanged);
    }
    case ReleaseForm::variance_reduced:
      return best_variance_reduced_renyi(reduced, order).divergence;
    case ReleaseForm::difference:
      return difference_renyi(reduced, order);
    case ReleaseForm::anchor:
      return anchor_renyi(samples, noise, order);
    case ReleaseForm::minimizer:
      return objective_perturbation_renyi(
          release.objective, l2_sensitivity / (static_cast<double>(samples) * release.noise_scale),
          samples, order);
    case ReleaseForm::solution:
    case ReleaseForm::vertex:
      break;
  }
  return kUnproven;
}

double selection_range(const Release& release, double sensitivity) {
  const bool is_proven = release.form == ReleaseForm::vertex &&
                         release.mechanism == Mechanism::exponential && !release.is_hardened() &&
                         release.sensitivity == SensitivityRule::uniform &&
                         release.noise_scale > 0 && sensitivity >= 0 && std::isfinite(sensitivity);
  return is_proven ? 2 * sensitivity / release.noise_scale : kUnproven;
}

double ReleaseCost::least_of_selection(const Release& release, double sensitivity) const {
  if (release.batch_size != data_.samples()) return kUnproven;
  const double range = selection_range(release, sensitivity);
  if (!std::isfinite(range)) return kUnproven;
  switch (unit_) {
    case CostUnit::epsilon:
      return range;
    case CostUnit::rho:
      return 0.125 * range * range;
    case CostUnit::renyi:
      break;
  }
  return renyi_order_ > 1 ? bounded_range_renyi(renyi_order_, range) : kUnproven;
}

double ReleaseCost::least_of_solution(const Release& release, double sensitivity) const {
  const bool is_proven = release.form == ReleaseForm::solution && unit_ == CostUnit::rho &&
                         release.mechanism == Mechanism::gaussian && !release.is_hardened() &&
                         release.sensitivity == SensitivityRule::uniform &&
                         release.noise_scale > 0 && std::isfinite(sensitivity);
  if (!is_proven) return kUnproven;
  const double ratio = sensitivity / release.noise_scale;
  return 0.5 * ratio * ratio;
}

double ReleaseCost::least_of_minimizer(const Release& release, const PerturbedObjective& executed) {
  const PerturbedObjective& stated = release.objective;
  constexpr double kSlack = 1 + 1e-12;
  const bool is_covered = release.form == ReleaseForm::minimizer && unit_ == CostUnit::renyi &&
                          release.batch_size == data_.samples() &&
                          stated.strong_convexity <= executed.strong_convexity * kSlack &&
                          stated.record_curvature * kSlack >= data_.rank_one_curvature() &&
                          stated.tolerance >= executed.tolerance &&
                          stated.solution_scale <= executed.solution_scale;
  return is_covered ? renyi_cost(release) : kUnproven;
}

double ReleaseCost::least(const Release& release) {
  const bool has_own_cost = release.form == ReleaseForm::solution ||
                            release.form == ReleaseForm::vertex ||
                            release.form == ReleaseForm::minimizer;
  if (has_own_cost) return kUnproven;
  if (unit_ == CostUnit::renyi) return renyi_cost(release);
  if (release.mechanism == Mechanism::laplace) {
    if (release.form != ReleaseForm::gradient) return kUnproven;
    const double epsilon =
        amplified_epsilon(laplace_base_epsilon(release), release.batch_size, data_.samples())
            .value_or(kUnproven);
    return unit_ == CostUnit::epsilon ? epsilon : 0.5 * epsilon * epsilon;
  }
  const bool is_proven = release.mechanism == Mechanism::gaussian &&
                         release.sensitivity == SensitivityRule::uniform &&
                         unit_ == CostUnit::rho && release.batch_size == data_.samples() &&
                         release.form != ReleaseForm::difference;
  return is_proven ? gaussian_rho(release) : kUnproven;
}

double ReleaseCost::laplace_base_epsilon(const Release& release) const {
  const double sensitivity = data_.gradient_bounds().l1;
  const bool is_uniform = release.sensitivity == SensitivityRule::uniform;
  if (!release.is_hardened()) {
    return is_uniform
               ? sensitivity / (static_cast<double>(release.batch_size) * release.noise_scale)
               : release.base_epsilon;
  }
  const double epsilon =
      hardened_laplace_epsilon(grid_query(data_, release), sensitivity, release.noise_scale);
  // At a point the scale falls as far as base_epsilon lets it.
  return is_uniform ? epsilon : std::max(epsilon, release.base_epsilon);
}

double ReleaseCost::gaussian_rho(const Release& release) const {
  const double sensitivity = data_.gradient_bounds().l2;
  if (release.is_hardened()) {
    return hardened_gaussian_rho(grid_query(data_, release), sensitivity, release.noise_scale);
  }
  const double ratio =
      sensitivity / (static_cast<double>(release.batch_size) * release.noise_scale);
  return ratio > 0 ? 0.5 * ratio * ratio : kUnproven;
}

double ReleaseCost::renyi_cost(const Release& release) {
  // Costs nothing to find out, and stands between releases that are alike.
  if (release.form == ReleaseForm::anchor) {
    return gaussian_release_renyi(release, data_.samples(), data_.gradient_bounds().l2,
                                  renyi_order_);
  }
  if (!same_noise(release, known_)) {
    known_cost_ = last_renyi(release, data_.samples(), data_.gradient_bounds().l2, renyi_order_);
    known_ = release;
  }
  return known_cost_;
}

}  // namespace noisy
