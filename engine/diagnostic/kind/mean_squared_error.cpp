#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/score_meter.h"

namespace noisy {

DiagnosticEntry mean_squared_error_diagnostic() {
  return score_diagnostic<kMeanSquaredError, mean_squared_error>();
}

DiagnosticEntry held_out_mean_squared_error_diagnostic() {
  return score_diagnostic<kMeanSquaredError, mean_squared_error, Rows::held_out>();
}

}  // namespace noisy
