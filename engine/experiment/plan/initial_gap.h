#pragma once

#include "engine/experiment/file/gap_source.h"
#include "engine/experiment/plan/objective.h"

namespace noisy {

struct InitialGap {
  double value = 0;
  GapSource source = GapSource::assumed;
};

/// E_0 from what is public: the number that is stated; else F(x_0) at its largest, because no loss
/// and no regularizer is negative:
///
///     F(x_0) - F* <= sup { phi(m, y) : |m| <= M, |y| <= Y } + r(x_0),
///     M = min(||u||_1 ||x_0||_inf, ||u||_2 ||x_0||_2, ||u||_inf ||x_0||_1) by the enforced bounds
///
/// (ln 2 for the logistic loss at 0); for mean estimation (||x_0||_2 + ||u||_2)^2 / 2 + r(x_0).
/// Else RiskFacts::initial_gap, a guess that rests on nothing.
InitialGap initial_gap(const ConstantsSpec& constants, const Objective& objective,
                       const Vector& start);

}  // namespace noisy
