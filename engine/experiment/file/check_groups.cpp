#include "engine/experiment/file/check_groups.h"

#include <string>

#include "engine/diagnostic/kind/group_loss.h"

namespace noisy {

Result<void> check_groups(const Experiment& experiment) {
  const std::string& loss = experiment.problem.loss->id;
  if (!experiment.run.keeps_group_losses || has_groups(loss)) return {};
  return fail(ErrorCode::unsupported_option, "run.trace.groupLosses",
              "the problem \"" + loss + "\" has no groups or tasks: choose one that has, of " +
                  problems_with_groups() + ", or leave it out");
}

}  // namespace noisy
