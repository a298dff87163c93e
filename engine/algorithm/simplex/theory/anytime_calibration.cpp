#include "engine/algorithm/simplex/theory/anytime_calibration.h"

#include <limits>

#include "engine/algorithm/simplex/theory/bounded_range.h"

namespace noisy {
namespace {

/// The sum of eta^2 over the draws of so many blocks.
double squared_ranges(const AnytimeSchedule& schedule, double step_size, Index blocks) {
  const double range =
      draw_range(2.0 * schedule.lipschitz * step_size / static_cast<double>(schedule.batch_size));
  return static_cast<double>(blocks) * static_cast<double>(schedule.draws) * range * range;
}

/// Blocks that the loop draws up to a step.
Index blocks_until(const AnytimeSchedule& schedule, Index step) {
  if (step <= schedule.period) return step;
  return schedule.period + step / schedule.period - 1;
}

Result<void> check(const AnytimeSchedule& schedule) {
  constexpr Index kAnyCount = std::numeric_limits<Index>::max();
  if (auto checked = check_schedule_field("steps", schedule.steps, 1, kAnyCount); !checked)
    return checked;
  if (auto checked = check_schedule_field("draws", schedule.draws, 1, kAnyCount); !checked)
    return checked;
  if (auto checked = check_schedule_field("batchSize", schedule.batch_size, 1, kAnyCount); !checked)
    return checked;
  if (auto checked = check_schedule_field("period", schedule.period, 1, schedule.steps); !checked)
    return checked;
  if (schedule.reuses_last_block && !schedule.draws_at(schedule.steps))
    return fail(ErrorCode::invalid_value, "reusesLastBlock",
                "the last block can be returned only where steps is a multiple of period");
  return check_player_widths({.x = schedule.lipschitz});
}

}  // namespace

Index anytime_blocks(const AnytimeSchedule& schedule) {
  return schedule.period + schedule.steps / schedule.period - (schedule.reuses_last_block ? 1 : 0);
}

Index anytime_blocks_after(const AnytimeSchedule& schedule, Index batch) {
  const Index in_loop = blocks_until(schedule, schedule.steps) - blocks_until(schedule, batch);
  const bool moves_output = batch < schedule.steps && !schedule.reuses_last_block;
  return in_loop + (moves_output ? 1 : 0);
}

Result<double> anytime_step_cap(const AnytimeSchedule& schedule, const VertexBudget& budget,
                                VertexCalibration calibration) {
  if (auto checked = check(schedule); !checked) return std::unexpected(checked.error());
  const auto squared = squared_range_budget(budget, calibration);
  if (!squared) return squared;
  const Index free_blocks = calibration == VertexCalibration::paper ? 0 : 1;
  return step_of_cost(*squared,
                      squared_ranges(schedule, 1.0, anytime_blocks(schedule) - free_blocks));
}

double anytime_batch_rho(const AnytimeSchedule& schedule, double step_size, Index batch) {
  return squared_ranges(schedule, step_size, anytime_blocks_after(schedule, batch)) *
         selection_rho(1.0);
}

double anytime_rho(const AnytimeSchedule& schedule, double step_size) {
  return squared_ranges(schedule, step_size, anytime_blocks(schedule) - 1) * selection_rho(1.0);
}

double anytime_utility_cap(Index period, double lipschitz) {
  return 1.0 / (4.0 * static_cast<double>(period) * lipschitz);
}

}  // namespace noisy
