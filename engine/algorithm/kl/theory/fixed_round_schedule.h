#pragma once

#include "engine/algorithm/kl/theory/spider_schedule.h"

namespace noisy {

/// The schedule of Spider with equal rounds and no stopping test, the earlier method for stationary
/// points: what KL Spider is compared with. It does not use the KL condition to plan.
///
/// All steps have the length s G / L_1, all estimates are wrong by at most e G, and there are
/// enough steps, K N >= F_0 L_1 / (c_m G^2), for one iterate to have a gradient of norm G at most,
/// with probability 1 - beta: while all are longer, F falls by c_m G^2 / L_1 in each step. G is the
/// least that the budget allows, up to 1e-9 relative; N is where a round's difference noise costs
/// as much as its fresh one.
///
/// @return rounds with the target (gamma G)^kappa, which KL gives for that one iterate, and
///         threshold 0; empty and vacuous unless G < L_0
/// @error as spider_schedule of mode accuracy_driven, but for the cap on steps, which limits G
Result<SpiderSchedule> fixed_round_schedule(const KlSetting& setting,
                                            double error_fraction = kUsualErrorFraction,
                                            double step_fraction = kUsualStepFraction,
                                            Index most_steps = kUsualSpiderSteps);

}  // namespace noisy
