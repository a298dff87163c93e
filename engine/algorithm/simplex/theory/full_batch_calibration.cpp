#include "engine/algorithm/simplex/theory/full_batch_calibration.h"

#include <cmath>

namespace noisy {

double full_batch_mirror_rho(const MirrorSchedule& schedule, double step_size) {
  const double per_width = draw_range(2.0 * step_size / static_cast<double>(schedule.batch_size));
  // sum of (t - 1)^2 over t = 1..T
  const double last = static_cast<double>(schedule.steps) - 1.0;
  const double squares = last * (last + 1.0) * (2.0 * last + 1.0) / 6.0;
  return static_cast<double>(schedule.draws) * squares * schedule.widths.squared() *
         selection_rho(per_width);
}

double full_batch_step_cap(const MirrorSchedule& schedule, const VertexBudget& budget) {
  return step_of_cost(budget.rho, full_batch_mirror_rho(schedule, 1.0));
}

double frank_wolfe_rho(const FrankWolfeSelections& selections, double scale) {
  const double change = 2.0 * selections.lipschitz / static_cast<double>(selections.samples);
  return static_cast<double>(selections.steps) *
         selection_rho(draw_range(change / scale), selections.noise);
}

double frank_wolfe_scale(const FrankWolfeSelections& selections, const VertexBudget& budget) {
  return std::sqrt(frank_wolfe_rho(selections, 1.0) / budget.rho) * (1.0 + 0x1p-50);
}

}  // namespace noisy
