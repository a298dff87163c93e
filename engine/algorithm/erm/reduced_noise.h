#pragma once

#include "engine/algorithm/frame/sampled_rule.h"

namespace noisy {

/// R / G of a problem (change_bound), in units of G = S_2 / 2.
double relative_change(const RiskFacts& facts);

/// Releases of variance-reduced gradients (Wang, Ye and Xu, Theorems 4.1 and 4.3) with the noise of
/// the request's calibration: tight, advanced or paper.
///
/// @param releases  N
/// @param work      where divergences that were computed are counted, or null
/// @error as SampledRule::of_noise; unsupported-option, invalid-budget, invalid-value
Result<SampledRule> variance_reduced_rule(const RiskFacts& facts, const PrivacyRequest& privacy,
                                          Index batch_size, Index releases,
                                          math::Evaluations* work = nullptr);

}  // namespace noisy
