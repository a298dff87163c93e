#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry worst_marginal_3_diagnostic() {
  return histogram_diagnostic<HistogramError::largest_marginal, 3>(
      "worst-marginal-3", "Largest error of tables of three columns",
      "The same of the worst triple of columns.");
}

}  // namespace noisy
