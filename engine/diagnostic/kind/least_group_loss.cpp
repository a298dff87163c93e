#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/group_loss.h"

namespace noisy {

DiagnosticEntry least_group_loss_diagnostic() {
  return {.id = "least-group-loss",
          .title = "Least loss of a group",
          .description =
              "min_g F_g(x): the loss of the group, or the task, that x does best at, which is the "
              "mean over its records where the stated shares are theirs.",
          .needs = {.groups = true},
          .objection =
              [](const AskedProblem& problem) {
                return group_loss_objection("least-group-loss", problem);
              },
          .meter =
              [](const MeasuredProblem& problem) {
                return group_loss_meter(problem, GroupLoss::least);
              }};
}

}  // namespace noisy
