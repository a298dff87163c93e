#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/histogram_meter.h"

namespace noisy {

DiagnosticEntry marginal_error_3_diagnostic() {
  return histogram_diagnostic<HistogramError::mean_marginal, 3>(
      "marginal-error-3", "Mean error of tables of three columns",
      "The total variation distance of a table of three columns, that of the histogram from that "
      "of "
      "the records, in the mean over all triples.");
}

}  // namespace noisy
