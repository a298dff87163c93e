#pragma once

#include "engine/json/json.h"
#include "engine/privacy/release/findings.h"
#include "engine/statement/read/read_statement.h"

namespace noisy {

/// What the other parts of a result file say about the same runs: releases and budgets of every
/// run, the total.
void compare_with_runs(const Json& result, const Statement& statement, Findings& findings);

}  // namespace noisy
