#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"

namespace noisy {

DiagnosticEntry primal_gap_diagnostic() {
  return {
      .id = "primal-gap",
      .title = "Primal gap",
      .description =
          "The gap of x and its best answer y on the records: at least how far max F(x, .) is "
          "above its least value. For methods that release x alone.",
      .needs = {.gap = true},
      .objection = [](const AskedProblem& problem) { return gap_objection("primal-gap", problem); },
      .meter =
          [](const MeasuredProblem& problem) {
            const auto* gap = static_cast<const GapSearcher*>(problem.saddle_gap);
            return gap_meter(gap ? &gap->primal() : nullptr, 0);
          }};
}

}  // namespace noisy
