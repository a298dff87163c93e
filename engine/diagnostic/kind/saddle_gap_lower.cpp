#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"

namespace noisy {

DiagnosticEntry saddle_gap_lower_diagnostic() {
  return {
      .id = "saddle-gap-lower",
      .title = "Strong duality gap, lower end",
      .description = "The other end of the bracket of saddle-gap.",
      .needs = {.gap = true},
      .objection =
          [](const AskedProblem& problem) { return gap_objection("saddle-gap-lower", problem); },
      .meter =
          [](const MeasuredProblem& problem) {
            return gap_meter(problem.saddle_gap, GapSearcher::kLower);
          }};
}

}  // namespace noisy
