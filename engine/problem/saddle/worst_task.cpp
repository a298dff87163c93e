#include "engine/problem/saddle/worst_task.h"

#include <algorithm>
#include <cmath>

#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

namespace noisy {

void WorstTaskRisk::each_target(const SaddleRecord& record, TaskTargetVisitor visit) const {
  const std::span<const double> all = record.features.last(static_cast<std::size_t>(tasks_));
  for (Index g = 0; g < tasks_; ++g) {
    const double target = all[static_cast<std::size_t>(g)];
    visit({.task = g, .target = std::clamp(target, -target_, target_)});
  }
}

SaddleBounds WorstTaskRisk::bounds(const FeatureBounds& records, Index features) const {
  const FeatureBounds all = with_implied_bounds(records, features);
  const double several = std::sqrt(static_cast<double>(tasks_));
  return bounds_of(all, features,
                   {.target = target_,
                    .value = several,
                    .dual_difference = several * score_bounds(all, target_).range,
                    .coupling = several});
}

Result<void> WorstTaskRisk::check_features(Index features) const {
  if (features > tasks_) return {};
  return fail(ErrorCode::invalid_value, "tasks",
              "the targets of " + std::to_string(tasks_) + " tasks are the last columns of " +
                  std::to_string(features) + ", and no column is left to learn from");
}

namespace {

ParameterSpec tasks_spec() {
  return {.name = "tasks",
          .title = "Tasks",
          .type = ParameterType::integer,
          .minimum = 2,
          .maximum = 1e4,
          .default_value = 2.0,
          .description = "G: a row's last so many columns are its labels, or targets."};
}

ParameterSpec radius_spec() {
  return length_spec("radius", "Radius", 1, "r: ||w||_1 <= r.");
}

WorstTaskParameters parameters_of(const ParameterSet& given) {
  return {.radius = *given.number("radius"), .tasks = static_cast<Index>(*given.number("tasks"))};
}

}  // namespace

LossEntry worst_task_entry() {
  return {.id = "worst-task-logistic",
          .title = "Worst-task logistic",
          .description =
              "log(1 + exp(-b_g w'a)) - ln 2 of the task g that y puts its weight on, for the "
              "inputs a and labels b that a row holds, and sparse weights, ||w||_1 <= r, that x "
              "mixes from +-r e_j.",
          .form = LossForm::saddle,
          .takes_hull = true,
          .parameters = {radius_spec(), tasks_spec()},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<WorstTaskRisk>(parameters_of(given));
          }};
}

LossEntry worst_task_squared_entry() {
  return {.id = "worst-task-squared",
          .title = "Worst-task least squares",
          .description =
              "(w'a - t_g)^2 / 2 of the task g that y puts its weight on, for the inputs a and "
              "targets t that a row holds, and sparse weights, ||w||_1 <= r, that x mixes from "
              "+-r e_j.",
          .form = LossForm::saddle,
          .takes_hull = true,
          .parameters = {radius_spec(), tasks_spec(),
                         length_spec("targetBound", "Target bound", 1,
                                     "T: targets are clamped to [-T, T].")},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            WorstTaskParameters parameters = parameters_of(given);
            parameters.loss = &kSquaredScores;
            parameters.target = *given.number("targetBound");
            return std::make_shared<WorstTaskRisk>(parameters);
          }};
}

}  // namespace noisy
