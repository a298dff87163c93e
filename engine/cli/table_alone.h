#pragma once

#include <string_view>

#include "engine/experiment/result/table.h"
#include "engine/math/error.h"

namespace noisy::cli {

/// Whether a run of this experiment may end in this table alone, which holds neither what was
/// released nor the privacy statement. Reproducible runs may: their results can be made again.
///
/// @error invalid-command at --format, of a secure run; what slopes_axis() says of slopes
Result<void> may_leave_table_alone(std::string_view experiment, ResultTable table);

}  // namespace noisy::cli
