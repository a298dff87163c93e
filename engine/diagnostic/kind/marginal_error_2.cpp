#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry marginal_error_2_diagnostic() {
  return histogram_diagnostic<HistogramError::mean_marginal, 2>(
      "marginal-error-2", "Mean error of tables of two columns",
      "The total variation distance of a table of two columns, that of the histogram from that of "
      "the records, in the mean over all pairs.");
}

}  // namespace noisy
