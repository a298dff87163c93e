#pragma once

#include <memory>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/session/session.h"

namespace noisy {

/// Begins to compare a histogram of the problem marginal-queries with its records, in all tables of
/// one, two and three columns, whatever the problem's own queries are.
///
/// The request is {"marginals": {"histogram", "columns", "dataHash"}}: a share for every cell, the
/// names of the columns, the target's last where it is one, and optionally the SHA-256 that the
/// records must have; the report
///
///     {"nonPrivate": true, "records": n,
///      "tables": [{"columns", "cells", "totalVariation", "largest", "uniform"}]}
///
/// in the order of QueryFamily::tables(). `totalVariation` is half the l1 distance of the tables of
/// the histogram and of the records, `largest` their largest difference in one cell, and `uniform`
/// the total variation of the table of equal shares.
///
/// @error unsupported-option at "problem" for another one; conflicting-fields at "marginals" beside
///        other parts; invalid-value at "marginals.histogram" and "marginals.columns" for others
///        than the problem's; fingerprint-mismatch at "data" for other records
Result<std::unique_ptr<Survey>> begin_marginals(std::shared_ptr<Objective> objective,
                                                const Json& request);

}  // namespace noisy
