#pragma once

#include "engine/algorithm/release_rule.h"

namespace noisy {

/// What a plan of noisy gradients guarantees, in figures and in one sentence.
PrivacyClaim privacy_claim(const PlanInput& input, const ReleaseRule& rule, Index iterations,
                           Index batch_size);

}  // namespace noisy
