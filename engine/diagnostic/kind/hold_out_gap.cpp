#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"
#include "engine/solver/gap/held_out_gap.h"

namespace noisy {

DiagnosticEntry hold_out_gap_diagnostic() {
  return {
      .id = "hold-out-gap",
      .title = "Gap by records held out, upper end",
      .description =
          "At each point by itself the strong duality gap on the law that the records came from is "
          "between hold-out-gap-lower and this with 95% confidence (Hoeffding), if the "
          "records held out are independent draws. Of methods that release x alone, y stays where "
          "it began.",
      .needs = {.gap = true},
      .objection =
          [](const AskedProblem& problem) { return held_out_objection("hold-out-gap", problem); },
      .meter =
          [](const MeasuredProblem& problem) {
            return gap_meter(problem.held_out_gap, HeldOutGapSearcher::kUpper);
          }};
}

}  // namespace noisy
