#include "engine/problem/saddle/worst_task.h"

#include <algorithm>
#include <cmath>

#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/saddle_specs.h"

namespace noisy {

void WorstTaskLogistic::labels_of(const SaddleRecord& record, std::vector<TaskLabel>& out) const {
  const std::span<const double> labels = record.features.last(static_cast<std::size_t>(tasks_));
  for (Index g = 0; g < tasks_; ++g) {
    out.push_back({.task = g, .label = labels[static_cast<std::size_t>(g)] > 0 ? 1.0 : -1.0});
  }
}

SaddleBounds WorstTaskLogistic::bounds(const FeatureBounds& records, Index features) const {
  const FeatureBounds all = with_implied_bounds(records, features);
  const double several = std::sqrt(static_cast<double>(tasks_));
  return bounds_of(
      all, features,
      {.value = several, .dual_difference = several * largest_margin(all), .coupling = several});
}

Result<void> WorstTaskLogistic::check_features(Index features) const {
  if (features > tasks_) return {};
  return fail(ErrorCode::invalid_value, "tasks",
              "the labels of " + std::to_string(tasks_) + " tasks are the last columns of " +
                  std::to_string(features) + ", and no column is left to learn from");
}

LossEntry worst_task_entry() {
  return {.id = "worst-task-logistic",
          .title = "Worst-task logistic",
          .description =
              "log(1 + exp(-b_g w'a)) - ln 2 of the task g that y puts its weight on, for the "
              "inputs a and labels b that a row holds, and sparse weights, ||w||_1 <= r, that x "
              "mixes from +-r e_j.",
          .form = LossForm::saddle,
          .takes_hull = true,
          .parameters = {length_spec("radius", "Radius", 1, "r: ||w||_1 <= r."),
                         {.name = "tasks",
                          .title = "Tasks",
                          .type = ParameterType::integer,
                          .minimum = 2,
                          .maximum = 1e4,
                          .default_value = 2.0,
                          .description = "G: a row's last so many columns are labels."}},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<WorstTaskLogistic>(
                WorstTaskParameters{.radius = *given.number("radius"),
                                    .tasks = static_cast<Index>(*given.number("tasks"))});
          }};
}

}  // namespace noisy
