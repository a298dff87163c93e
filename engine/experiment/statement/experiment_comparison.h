#pragma once

#include <string>
#include <vector>

#include "engine/experiment/json.h"
#include "engine/experiment/statement/findings.h"
#include "engine/experiment/statement/read_statement.h"

namespace noisy {

/// Whether a result was compared with its own experiment, and what could not be.
struct ExperimentComparison {
  bool is_compared = false;
  std::vector<std::string> not_compared;  ///< one sentence each
};

/// Plans the result's own experiment again, without data, and compares everything that the result
/// says of privacy with what the plans give: the number of runs, each run's claim, parameters and
/// ledger, the statement with its words, the total, whether the file may be published and why not.
/// Of a file of data the stated n and d are believed; generated, built-in and inline data say them.
///
/// Unlike the rest of the check it trusts this version's planner, and nothing of the file but how
/// runs ended.
ExperimentComparison compare_with_experiment(const Json& result, const Statement& statement,
                                             Findings& findings);

}  // namespace noisy
