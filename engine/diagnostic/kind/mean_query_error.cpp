#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry mean_query_error_diagnostic() {
  return histogram_diagnostic<HistogramError::mean_query, 0>(
      "mean-query-error", "Mean error of the queries",
      "The mean over the problem's queries of |q_j(S) - <q_j, x>|.");
}

}  // namespace noisy
