#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"

namespace noisy {

DiagnosticEntry saddle_gap_diagnostic() {
  return {
      .id = "saddle-gap",
      .title = "Strong duality gap",
      .description =
          "max F(x, .) - min F(., y) on the records, of the projected point: the upper end of a "
          "certified bracket. Of methods that release x alone, y stays where it began.",
      .needs = {.gap = true},
      .objection = [](const AskedProblem& problem) { return gap_objection("saddle-gap", problem); },
      .meter =
          [](const MeasuredProblem& problem) {
            return gap_meter(problem.saddle_gap, GapSearcher::kUpper);
          }};
}

}  // namespace noisy
