#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/solve_meter.h"

namespace noisy {

DiagnosticEntry solver_fallback_diagnostic() {
  DiagnosticEntry entry = solve_diagnostic(
      "solver-fallback", "Fallback", "",
      "1 where the chosen solver did not get there and the fallback answered, else 0.");
  entry.meter = [](const MeasuredProblem&) -> Result<std::unique_ptr<Meter>> {
    return std::make_unique<SolveMeter>(
        [](const SolveReport& report) { return report.is_fallback ? 1.0 : 0.0; });
  };
  return entry;
}

}  // namespace noisy
