#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/solve_meter.h"

namespace noisy {

DiagnosticEntry solver_residual_diagnostic() {
  DiagnosticEntry entry =
      solve_diagnostic("solver-residual", "Certificate", "",
                       "R of the unseen solution, at least its distance to the exact one in the "
                       "norm of W; released are points with R of at most the certified distance.");
  entry.meter = [](const MeasuredProblem&) -> Result<std::unique_ptr<Meter>> {
    return std::make_unique<SolveMeter>([](const SolveReport& report) { return report.residual; });
  };
  return entry;
}

}  // namespace noisy
