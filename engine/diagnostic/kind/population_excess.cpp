#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"

namespace noisy {

DiagnosticEntry population_excess_diagnostic() {
  return {
      .id = "population-excess",
      .title = "Excess risk of the population",
      .description =
          "F(x) - F* of what is minimized, on the law that generated records are drawn from, where "
          "it is known exactly; without a closed form the upper end of a bracket.",
      .needs = {.law = true},
      .objection = [](const AskedProblem& problem) -> std::string {
        if (problem.is_saddle) {
          return "\"population-excess\" is of problems of minimization, and \"" + problem.loss +
                 "\" is a saddle problem: ask for its gap on the population";
        }
        if (problem.has_population) return "";
        return "\"population-excess\" needs the law of the records, without preprocessing and "
               "regularizer: \"atoms\" with a convex loss, \"planted-weights\" with \"squared\", "
               "or "
               "another known population with \"mean-estimation\" or \"linear\"; leave it out";
      },
      .meter = [](const MeasuredProblem& problem) -> Result<std::unique_ptr<Meter>> {
        if (problem.population_gap) {
          return std::make_unique<GapMeter>(*problem.population_gap, 0);
        }
        return fail(ErrorCode::unsupported_domain, "run.diagnostics",
                    "\"population-excess\" needs a bounded domain that linear functions can be "
                    "minimized over and that has a projection");
      }};
}

}  // namespace noisy
