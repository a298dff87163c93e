#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry query_error_diagnostic() {
  return histogram_diagnostic<HistogramError::largest_query, 0>(
      "query-error", "Largest error of a query",
      "max_j |q_j(S) - <q_j, x>|: how far the histogram's answer to the problem's worst query is "
      "from "
      "that of the records.");
}

}  // namespace noisy
