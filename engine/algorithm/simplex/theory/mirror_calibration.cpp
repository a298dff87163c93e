#include "engine/algorithm/simplex/theory/mirror_calibration.h"

#include <limits>

#include "engine/algorithm/simplex/theory/bounded_range.h"

namespace noisy {
namespace {

constexpr Index kAnyCount = std::numeric_limits<Index>::max();

/// The sum of both players' eta^2 over the draws of so many steps, for a step size.
double squared_ranges(const MirrorSchedule& schedule, double step_size, Index steps) {
  const double per_width = draw_range(2.0 * step_size / static_cast<double>(schedule.batch_size));
  return static_cast<double>(steps) * static_cast<double>(schedule.draws) * per_width * per_width *
         schedule.widths.squared();
}

Result<void> check(const MirrorSchedule& schedule) {
  if (auto checked = check_schedule_field("steps", schedule.steps, 1, kAnyCount); !checked)
    return checked;
  if (auto checked = check_schedule_field("draws", schedule.draws, 1, kAnyCount); !checked)
    return checked;
  if (auto checked = check_schedule_field("batchSize", schedule.batch_size, 1, kAnyCount); !checked)
    return checked;
  return check_player_widths(schedule.widths);
}

}  // namespace

Result<double> mirror_step_cap(const MirrorSchedule& schedule, const VertexBudget& budget,
                               VertexCalibration calibration) {
  if (auto checked = check(schedule); !checked) return std::unexpected(checked.error());
  const auto squared = squared_range_budget(budget, calibration);
  if (!squared) return squared;
  const bool is_paper = calibration == VertexCalibration::paper;
  const Index charged = is_paper ? schedule.steps : schedule.steps - 1;
  return step_of_cost(*squared, squared_ranges(schedule, 1.0, charged));
}

double mirror_batch_rho(const MirrorSchedule& schedule, double step_size, Index batch) {
  return squared_ranges(schedule, step_size, schedule.steps - batch) * selection_rho(1.0);
}

double mirror_rho(const MirrorSchedule& schedule, double step_size) {
  return mirror_batch_rho(schedule, step_size, 1);
}

double mirror_composed_epsilon(const MirrorSchedule& schedule, double step_size, double delta) {
  return composed_epsilon(squared_ranges(schedule, step_size, schedule.steps), delta);
}

}  // namespace noisy
