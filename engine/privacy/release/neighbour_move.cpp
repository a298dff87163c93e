#include "engine/privacy/release/neighbour_move.h"

#include <algorithm>

#include "engine/privacy/release/chance_batches.h"
#include "engine/privacy/release/noise.h"
#include "engine/privacy/release/release_cost.h"

namespace noisy {

double changed_records(Neighbours neighbours) {
  if (neighbours == Neighbours::replace_one) return 2;
  return neighbours == Neighbours::zero_out ? 1 : kUnproven;
}

double gradient_move(const RegionBounds& bounds, Neighbours neighbours) {
  if (neighbours == Neighbours::replace_one) return bounds.gradient_l2;
  return neighbours == Neighbours::zero_out ? bounds.record_gradient : kUnproven;
}

double difference_move(const RegionBounds& bounds, Neighbours neighbours, double step_length) {
  return changed_records(neighbours) * bounds.record_smoothness * step_length;
}

double change_bound(double sensitivity, const RegionBounds& bounds) {
  constexpr double kOfThree = 1.1547005383792517;  // 2 / sqrt(3), rounded up
  return std::min({bounds.record_change, 2 * bounds.record_gradient, kOfThree * sensitivity});
}

bool is_proven_for(Neighbours neighbours, const Release& release, CostUnit unit, Index samples) {
  if (!release.form->is_proven_for(neighbours)) return false;
  if (neighbours == Neighbours::replace_one) return true;
  const Noise& noise = noise_of(release.mechanism);
  if (draws_by_chance(*release.form)) {
    return unit == CostUnit::renyi && release.sensitivity == SensitivityRule::uniform &&
           noise.is_normal;
  }
  return unit == CostUnit::rho && release.batch_size == samples &&
         release.sensitivity == SensitivityRule::uniform && (noise.is_normal || noise.chooses);
}

}  // namespace noisy
