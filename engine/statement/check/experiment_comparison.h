#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/json/json.h"
#include "engine/statement/check/result_figures.h"
#include "engine/statement/read/read_statement.h"

namespace noisy {

/// What was found in the file that a result's data were read from, after its preprocessing.
struct FoundData {
  Index samples = 0;
  Index features = 0;
  std::optional<bool> has_header;  ///< of a CSV file: whether its first line was taken as one
};

/// Whether a result was compared with its own experiment, and what could not be.
struct ExperimentComparison {
  bool is_compared = false;
  std::vector<std::string> not_compared;  ///< one sentence each
  std::vector<std::string> unknown;       ///< why nothing was, likewise: then nobody knows here
  std::vector<std::string> assumed;       ///< where the file left its meaning open, likewise
};

/// Plans the result's own experiment again, without data, and compares all that the result holds
/// outside of nonPrivate with what the plans give: the number of runs, each run's claim,
/// parameters, ledger, trace and end, the statement with its words, the total, whether the file may
/// be published and why not. Of a file of data the stated n and d are believed where the file was
/// not looked at; generated, built-in and inline data say them. Losses, algorithms and solvers of
/// other programs are planned where they are registered; elsewhere their names are unknown.
///
/// Unlike the rest of the check it trusts this version's planner, and nothing of the file but how
/// runs ended and what only noise determines (expected_outcome).
ExperimentComparison compare_with_experiment(const Json& result, const Statement& statement,
                                             const std::optional<FoundData>& data,
                                             Findings& findings);

}  // namespace noisy
