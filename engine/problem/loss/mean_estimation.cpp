#include "engine/problem/loss/built_in_losses.h"

namespace noisy {

LossEntry mean_estimation_entry() {
  return {
      .id = "mean-estimation",
      .title = "Mean estimation",
      .description = "||x - u||^2 / 2: the optimum is the mean of the rows; targets are not used.",
      .form = LossForm::distance,
      .ignores_targets = true};
}

}  // namespace noisy
