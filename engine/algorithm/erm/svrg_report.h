#pragma once

#include "engine/algorithm/erm/svrg_noise.h"

namespace noisy {

/// What a plan of SVRG shows: segments, curves, resolved parameters, warnings and the privacy
/// claim. The curves `bound` and `noiseFloor` are those of Theorem 4.2 or 4.4 at the ends of
/// epochs; there are none outside the theorem.
PlanSummary report_svrg(const PlanInput& input, const SvrgParameters& parameters,
                        const SvrgSetting& setting, const SvrgNoise& noise);

}  // namespace noisy
