#include "engine/algorithm/simplex/theory/synthetic_rule.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {

MirrorSchedule synthetic_schedule(Index steps, Index draws, Index batch_size) {
  return {.steps = steps, .draws = draws, .batch_size = batch_size, .widths = {.x = 0, .y = 1}};
}

Result<SyntheticMirrorParameters> synthetic_parameters(const SyntheticSetting& setting,
                                                       const VertexBudget& budget,
                                                       const ScalingConstants& constants) {
  if (auto domain = log_dimension(setting.cells, setting.queries); !domain)
    return std::unexpected(domain.error());
  if (setting.samples < 1)
    return fail(ErrorCode::invalid_value, "data", "need at least one record");
  if (auto checked = check_scaling_constants(constants); !checked)
    return std::unexpected(checked.error());
  const double samples = static_cast<double>(setting.samples);
  const double log_cells = math::log(static_cast<double>(setting.cells));
  const double log_queries = math::log(static_cast<double>(setting.queries));
  const double wanted =
      constants.steps * samples * budget.strength() * std::sqrt(log_cells) / log_queries;
  const StepBatches batches = step_batches(setting.samples, std::min(samples, wanted));
  const auto cap =
      mirror_step_cap(synthetic_schedule(batches.steps, setting.draws, batches.batch_size), budget,
                      setting.calibration);
  if (!cap) return std::unexpected(cap.error());
  const double horizon = static_cast<double>(batches.steps);
  const double step_y = constants.step_size * std::sqrt(log_queries / (2.0 * horizon));
  return SyntheticMirrorParameters{
      .steps = batches.steps,
      .batch_size = batches.batch_size,
      .step_size_x = constants.step_size * std::sqrt(2.0 * log_cells / horizon),
      .step_size_y = std::min(step_y, *cap),
      .step_cap = *cap};
}

}  // namespace noisy
