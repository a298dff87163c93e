#pragma once

#include <string>
#include <vector>

#include "engine/data/preprocess.h"
#include "engine/data/range_scale.h"

/// What the steps on dense and on sparse records have in common; for preprocess*.cpp alone.
namespace noisy::preprocess_parts {

/// The range that a column is clamped to.
inline Interval range_of(const ScaleColumns& step, Index column) {
  const auto end = [column](const std::vector<double>& limits) {
    return limits.size() == 1 ? limits[0] : limits[static_cast<std::size_t>(column)];
  };
  return {end(step.lower), end(step.upper)};
}

/// Maps the targets to [-1, 1] and counts those that were clamped.
void scale_target(const ScaleTarget& step, std::span<double> targets, StepCount& count);

/// Clamps the targets and counts those that were outside.
void clamp_target(const ClampTarget& step, std::span<double> targets, StepCount& count);

/// The rows that the step keeps of so many, increasing.
///
/// @error invalid-value  fewer rows than the step asks for
Result<std::vector<Index>> sampled_rows(const SampleRows& step, Index rows,
                                        const std::string& field);

/// The rows that a run keeps and those that are held out, both increasing.
struct DividedRows {
  std::vector<Index> kept;
  std::vector<Index> held_out;
};

/// @error invalid-value  no row would be left
Result<DividedRows> divided_rows(const HoldOut& step, Index rows, const std::string& field);

/// Checks the steps and applies each by an `OnData`, made of what is prepared, count and field.
template <class OnData, class Data>
Result<Prepared<Data>> apply_steps(Data data, const PipelineFacts& facts,
                                   std::span<const PreprocessStep> steps) {
  Result<PipelineFacts> after = preprocessed_facts(facts, steps);
  if (!after) return std::unexpected(after.error());
  Prepared<Data> prepared{std::move(data), std::move(*after), {}, {}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    StepCount& count =
        prepared.counts.emplace_back(StepCount{std::string(step_id(steps[i])), 0, 0});
    OnData apply(prepared, count, "data.preprocess." + std::to_string(i));
    if (Result<void> applied = std::visit(apply, steps[i]); !applied) {
      return std::unexpected(applied.error());
    }
  }
  return prepared;
}

}  // namespace noisy::preprocess_parts
