#include "engine/diagnostic/built_in_diagnostics.h"
#include "engine/diagnostic/kind/gap_meter.h"

namespace noisy {

DiagnosticEntry population_gap_diagnostic() {
  return {
      .id = "population-gap",
      .title = "Strong duality gap of the population",
      .description =
          "The same on the law that generated records are drawn from, where it is known exactly.",
      .needs = {.law = true},
      .objection = [](const AskedProblem& problem) -> std::string {
        if (!problem.is_saddle || problem.has_population) {
          return gap_objection("population-gap", problem);
        }
        return "\"population-gap\" needs the law of the records, as it is known of the "
               "generator \"atoms\" without preprocessing, and of others where records enter "
               "linearly: leave it out";
      },
      .meter =
          [](const MeasuredProblem& problem) {
            return gap_meter(problem.population_gap, GapSearcher::kUpper);
          }};
}

}  // namespace noisy
