#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/group_loss.h"

namespace noisy {

DiagnosticEntry worst_group_loss_diagnostic() {
  return {.id = "worst-group-loss",
          .title = "Largest loss of a group",
          .description =
              "max_g F_g(x): the loss of the group, or the task, that x does worst at, which is "
              "the mean over its records where the stated shares are theirs. Where it meets "
              "least-group-loss all have it alike.",
          .needs = {.groups = true},
          .objection =
              [](const AskedProblem& problem) {
                return group_loss_objection("worst-group-loss", problem);
              },
          .meter =
              [](const MeasuredProblem& problem) {
                return group_loss_meter(problem, GroupLoss::worst);
              }};
}

}  // namespace noisy
