#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry population_query_error_diagnostic() {
  DiagnosticEntry entry = histogram_diagnostic<HistogramError::largest_query, 0, true>(
      "population-query-error", "Largest error of a query on the population",
      "max_j |q_j(D) - <q_j, x>|: the same about the law that generated bits are drawn from, whose "
      "answers are known exactly.");
  entry.objection = [](const AskedProblem& problem) {
    return law_objection("population-query-error", problem);
  };
  return entry;
}

}  // namespace noisy
