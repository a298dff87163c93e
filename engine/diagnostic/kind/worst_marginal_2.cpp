#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry worst_marginal_2_diagnostic() {
  return histogram_diagnostic<HistogramError::largest_marginal, 2>(
      "worst-marginal-2", "Largest error of tables of two columns",
      "The same of the worst pair of columns.");
}

}  // namespace noisy
