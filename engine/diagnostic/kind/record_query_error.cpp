#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry record_query_error_diagnostic() {
  return {
      .id = "record-query-error",
      .title = "Largest error of the records themselves",
      .description =
          "max_j |q_j(D) - q_j(S)|: how far the records' own answers are from those of the law "
          "that "
          "generated bits are drawn from. What population-query-error is without any privacy, and "
          "the same for all runs on these records.",
      .objection =
          [](const AskedProblem& problem) { return law_objection("record-query-error", problem); },
      .meter = &records_against_law};
}

}  // namespace noisy
