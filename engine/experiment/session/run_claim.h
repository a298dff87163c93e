#pragma once

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/session/active_run.h"
#include "engine/json/json.h"

namespace noisy {

/// What holds for a run that ended like this: its plan's guarantee, as far as it got.
Guarantee guarantee_of(const AlgorithmPlan& plan, RunStatus status);

/// Whether how long a run with these parameters takes follows from the data: solvers end where they
/// are near enough, not after a number of steps that was fixed beforehand.
bool takes_time_by_data(const Json& parameters);

/// The plan's claim, as far as a run that ended like this got.
PrivacyClaim claim_of(const AlgorithmPlan& plan, RunStatus status, const RunSpec& settings);

}  // namespace noisy
