#pragma once

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/session/active_run.h"

namespace noisy {

/// What holds for a run that ended like this: its plan's guarantee, as far as it got.
Guarantee guarantee_of(const AlgorithmPlan& plan, RunStatus status);

/// The plan's claim, as far as a run that ended like this got.
PrivacyClaim claim_of(const AlgorithmPlan& plan, RunStatus status, const RunSpec& settings);

}  // namespace noisy
