#pragma once

#include <memory>
#include <string_view>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/session/session.h"

namespace noisy {

/// Begins to measure what the request, a JSON text, asks of the objective (Survey), on these
/// threads.
///
/// A small program can define this function itself, as optional_planners(), and then
/// measures nothing.
///
/// @error what read_survey() says; limit-exceeded at "size", "points" or "probe.samples", whichever
///        asks for the most, when records x points x d are too many; missing-field at
///        "probe.radius" where the domain has none; unsupported-option at "problem.regularizer" for
///        a probe where there is no gradient
Result<std::unique_ptr<Survey>> begin_survey(std::shared_ptr<Objective> objective,
                                             std::string_view request,
                                             std::shared_ptr<math::ThreadPool> threads);

}  // namespace noisy
