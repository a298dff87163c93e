#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"
#include "engine/solver/gap/held_out_gap.h"

namespace noisy {

DiagnosticEntry hold_out_gap_lower_diagnostic() {
  return {.id = "hold-out-gap-lower",
          .title = "Gap by records held out, lower end",
          .description = "The other end of the interval of hold-out-gap.",
          .needs = {.gap = true},
          .objection =
              [](const AskedProblem& problem) {
                return held_out_objection("hold-out-gap-lower", problem);
              },
          .meter =
              [](const MeasuredProblem& problem) {
                return gap_meter(problem.held_out_gap, HeldOutGapSearcher::kLower);
              }};
}

}  // namespace noisy
