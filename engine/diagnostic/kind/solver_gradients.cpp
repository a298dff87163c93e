#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/solve_meter.h"

namespace noisy {

DiagnosticEntry solver_gradients_diagnostic() {
  DiagnosticEntry entry =
      solve_diagnostic("solver-gradients", "Gradients of the solver", "gradients",
                       "Gradients of single records that the unseen solver took in this phase, "
                       "certificates included; the number depends on the data.");
  entry.meter = [](const MeasuredProblem&) -> Result<std::unique_ptr<Meter>> {
    return std::make_unique<SolveMeter>(
        [](const SolveReport& report) { return static_cast<double>(report.evaluations); });
  };
  return entry;
}

}  // namespace noisy
