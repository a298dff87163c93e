#include "engine/privacy/release/release_cost.h"

#include <cmath>
#include <limits>

#include "engine/privacy/release/neighbour_move.h"

namespace noisy {
namespace {

/// ReleaseForm::renyi with the thread's last answer kept: oracles of one plan come and go, one per
/// round of an audit.
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
            release.form->renyi(release, samples, l2_sensitivity, order)};
  }
  return last.divergence;
}

}  // namespace

GridQuery grid_query(const FiniteSum& data, const Release& release) {
  return {.dimension = data.dimension(),
          .batch_size = release.batch_size,
          .summation_error = data.summation_error(release.batch_size),
          .grid = release.grid};
}

bool is_plain_gaussian(const Release& release, double l2_sensitivity) {
  return release.mechanism == Mechanism::gaussian && !release.is_hardened() &&
         release.sensitivity == SensitivityRule::uniform && release.noise_scale > 0 &&
         l2_sensitivity > 0 && std::isfinite(l2_sensitivity);
}

double rho_of_gaussian(double move, double standard_deviation) {
  const double ratio = move / standard_deviation;
  return 0.5 * ratio * ratio;
}

double ReleaseCost::renyi(const Release& release) {
  if (!same_noise(release, known_)) {
    constexpr double kEverywhere = std::numeric_limits<double>::infinity();
    const double move = gradient_move(data_.bounds_within(kEverywhere), counted_.neighbours);
    known_cost_ = last_renyi(release, data_.samples(), move, counted_.order);
    known_ = release;
  }
  return known_cost_;
}

double ReleaseCost::full_batch_gaussian(const Release& release) const {
  const bool is_proven = release.mechanism == Mechanism::gaussian &&
                         release.sensitivity == SensitivityRule::uniform &&
                         unit() == CostUnit::rho && release.batch_size == data_.samples();
  if (!is_proven) return kUnproven;
  const double sensitivity =
      gradient_move(data_.bounds_within(std::numeric_limits<double>::infinity()), neighbours());
  if (release.is_hardened()) {
    return hardened_gaussian_rho(grid_query(data_, release), sensitivity, release.noise_scale);
  }
  const double move = sensitivity / static_cast<double>(release.batch_size);
  return move / release.noise_scale > 0 ? rho_of_gaussian(move, release.noise_scale) : kUnproven;
}

}  // namespace noisy
