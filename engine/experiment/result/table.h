#pragma once

#include <string>
#include <string_view>

#include "engine/math/error.h"

namespace noisy {

/// The tables that a result holds, or a plan report.
enum class ResultTable {
  traces,   ///< a row for each traced iterate of each run
  summary,  ///< a row for each algorithm and sweep point: statistics of the repeats at their ends
  slopes,   ///< a row for each algorithm and diagnostic of a sweep over a number (slope_rows)
  blocks    ///< of a plan report: a row for each listed block of records that are read once
};

/// A table of a result as CSV: a line of column names, then the rows, each ended by a line feed.
///
/// What identifies a row comes first: algorithm, label, swept values ("sweep.privacy.epsilon"),
/// repeat. Every other column has the name of the numbers in the file; what stands under nonPrivate
/// there says so ("nonPrivate.suboptimality"), so that a baseline's iterations are not mistaken for
/// those of a private run. Columns that only some runs have are empty in the rows of the others, as
/// null is. Numbers are the shortest that read back to the same double. Text is quoted as RFC 4180
/// says; one that a spreadsheet would take for a formula gets an apostrophe before it.
///
/// @param result  a result file, redacted or not; without a summary that table has no rows. Of
///                blocks a plan report
/// @error invalid-json; missing-field when it is no such file, and what slopes_axis() says of
/// slopes
Result<std::string> result_table(std::string_view result, ResultTable table);

}  // namespace noisy
