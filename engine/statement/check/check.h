#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/math/error.h"
#include "engine/statement/check/experiment_comparison.h"

namespace noisy {

/// Whether the figures of a privacy statement follow from one another, and from the experiment.
struct StatementReport {
  bool consistent = false;  ///< all that could be false was found to be true
  bool is_unknown = false;  ///< its figures follow, but nobody knows here what was planned
  /// {"consistent", null where it is unknown, "unknown": ["..."], "sentence", "experiment":
  /// {"compared", "notCompared": ["..."], "assumed"},
  ///  "total": {"accountant", "delta", "stated", "recomputed"},
  ///  "entries": [{"algorithm", "label", "sweep", "stated", "recomputed"}], "problems": ["..."]}
  std::string json;
};

/// Recomputes every figure of a privacy statement from the statement alone: the sensitivity from
/// its bounds, a release's cost from noise scale, sensitivity, n and m, the cost of a run and of
/// all runs by composition, every (epsilon, delta) by its stated conversion, the total. A stated
/// figure may not be below the recomputed one by more than 1e-9 relative ("understated"), nor above
/// it by more than 1e-6 ("loose"). What the file's runs and totals say must agree, too.
///
/// A result is then planned again from its own experiment, without data, and everything that it
/// holds outside of nonPrivate is compared with these plans (compare_with_experiment). The first
/// part needs no planner, the second one trusts nothing in the file but how its runs ended. Where
/// it cannot be planned here, since a solver, loss or algorithm of another program is not
/// registered, the outcome is neither true nor false.
///
/// @param result  a result file, or a statement by itself
/// @param data    what was found in the data file, so that n, d and the header are not believed
/// @error invalid-json; missing-field, invalid-type, invalid-value at the path of a figure that
///        cannot be read
Result<StatementReport> check_statement(std::string_view result,
                                        const std::optional<FoundData>& data = std::nullopt);

/// The experiment of a result as it was meant when it ran, to be opened on its data file.
///
/// @error invalid-json; missing-field at "experiment"
Result<std::string> stated_experiment(std::string_view result);

/// What a session found in the data, out of its plans.
///
/// @param plans  what Session::plan() gave
/// @error invalid-json; missing-field at "data"
Result<FoundData> found_data(std::string_view plans);

}  // namespace noisy
