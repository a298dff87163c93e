#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/diagnostic/diagnostic.h"

namespace noisy {

/// Which of the losses of all groups, or tasks.
enum class GroupLoss { worst, least };

/// Of problems whose y weighs groups, F(x, y) = sum_g y_g F_g(x): the largest or the least F_g(x)
/// on the records, of the projected x. One gradient tells all of them: -grad_y of what is minimized
/// in y.
///
/// @error unsupported-domain at "run.diagnostics" without records
Result<std::unique_ptr<Meter>> group_loss_meter(const MeasuredProblem& problem, GroupLoss which);

/// A meter of lists: F_g(x) of every group, in the order of y, from the same gradient.
std::unique_ptr<Meter> group_losses_meter(const MeasuredProblem& problem);

/// Whether the problem with this id is such a one.
bool has_groups(std::string_view loss);

/// Those that are, each in quotes.
std::string problems_with_groups();

/// Why other problems have no groups; "" for those that do.
std::string group_loss_objection(const std::string& diagnostic, const AskedProblem& problem);

}  // namespace noisy
