#pragma once

#include <span>

#include "engine/statement/write/result_statement.h"

namespace noisy {

/// The `privacy` block of a result: total, kind of noise, statement. Whether it may be published is
/// said by judge_release() when the rest of the file stands.
Json result_privacy(const Experiment& experiment, std::span<const SweepPoint> points,
                    const StatementParts& parts);

/// Says in a result's `privacy` block whether the result may be published, and why not.
void judge_release(Json& result);

}  // namespace noisy
