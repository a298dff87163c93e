#include "engine/algorithm/simplex/theory/synthetic_rule.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/simplex/theory/full_batch_calibration.h"
#include "engine/math/elementary.h"

namespace noisy {

namespace {

Result<void> check(const SyntheticSetting& setting, const ScalingConstants& constants) {
  if (auto domain = log_dimension(setting.cells, setting.queries); !domain)
    return std::unexpected(domain.error());
  if (setting.samples < 1)
    return fail(ErrorCode::invalid_value, "data", "need at least one record");
  return check_scaling_constants(constants);
}

}  // namespace

MirrorSchedule synthetic_schedule(Index steps, Index draws, Index batch_size, double width) {
  return {.steps = steps, .draws = draws, .batch_size = batch_size, .widths = {.x = 0, .y = width}};
}

Index most_synthetic_steps(const SyntheticSetting& setting) {
  constexpr Index kLeast = 2000, kMost = 10'000, kWork = 20'000'000;
  return std::clamp(kWork / std::max<Index>(1, setting.cells + setting.queries), kLeast, kMost);
}

double histogram_step_size(Index cells, Index steps) {
  return 2 * std::sqrt(2 * math::log(static_cast<double>(cells)) / static_cast<double>(steps));
}

Result<SyntheticMirrorParameters> full_batch_synthetic_parameters(
    const SyntheticSetting& setting, const VertexBudget& budget,
    const ScalingConstants& constants) {
  if (auto checked = check(setting, constants); !checked) return std::unexpected(checked.error());
  const double samples = static_cast<double>(setting.samples);
  const double log_cells = math::log(static_cast<double>(setting.cells));
  const double log_queries = math::log(static_cast<double>(setting.queries));
  const double draws = static_cast<double>(setting.draws);
  const double wanted = constants.steps * samples * std::sqrt(3 * budget.rho * log_cells / draws) /
                        (setting.width * log_queries);
  const Index most = most_synthetic_steps(setting);
  const Index steps =
      std::clamp<Index>(rounded_count(std::min(wanted, static_cast<double>(most))), 2, most);
  const MirrorSchedule schedule =
      synthetic_schedule(steps, setting.draws, setting.samples, setting.width);
  if (auto checked = check_player_widths(schedule.widths); !checked)
    return std::unexpected(checked.error());
  const double cap = full_batch_step_cap(schedule, budget);
  return SyntheticMirrorParameters{
      .steps = steps,
      .batch_size = setting.samples,
      .step_size_x = constants.step_size * histogram_step_size(setting.cells, steps),
      .step_size_y = cap,
      .step_cap = cap};
}

Result<SyntheticMirrorParameters> synthetic_parameters(const SyntheticSetting& setting,
                                                       const VertexBudget& budget,
                                                       const ScalingConstants& constants) {
  if (auto checked = check(setting, constants); !checked) return std::unexpected(checked.error());
  const double samples = static_cast<double>(setting.samples);
  const double log_cells = math::log(static_cast<double>(setting.cells));
  const double log_queries = math::log(static_cast<double>(setting.queries));
  const double wanted =
      constants.steps * samples * budget.strength() * std::sqrt(log_cells) / log_queries;
  const StepBatches batches = step_batches(setting.samples, std::min(samples, wanted));
  const auto cap = mirror_step_cap(
      synthetic_schedule(batches.steps, setting.draws, batches.batch_size, setting.width), budget,
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
