#pragma once

#include "engine/experiment/file/gap_source.h"
#include "engine/experiment/plan/objective.h"

namespace noisy {

struct InitialGap {
  double value = 0;
  GapSource source = GapSource::assumed;
  /// What of the value the gap is on records like most: less where it bounds the square of numbers,
  /// of which few are as large as their bound.
  double typical_share = 1;
};

/// E_0 from what is public: the number that is stated; of a problem of the gallery, without a
/// regularizer, the largest gap that records such as it is made for can have; else F(x_0) at its
/// largest, because no loss of the margin and no regularizer is negative:
///
///     F(x_0) - F* <= sup { phi(m, y) : |m| <= M, |y| <= Y } + r(x_0),
///     M = min(||u||_1 ||x_0||_inf, ||u||_2 ||x_0||_2, ||u||_inf ||x_0||_1) by the enforced bounds
///
/// (ln 2 for the logistic loss at 0); for mean estimation (||x_0||_2 + ||u||_2)^2 / 2 + r(x_0).
/// Else RiskFacts::initial_gap, a guess that rests on nothing.
InitialGap initial_gap(const ConstantsSpec& constants, const Objective& objective,
                       const Vector& start);

/// The supremum in it, of one record's loss at this point by the enforced bounds; infinity, or more
/// than every number, where there is none.
double largest_loss(const Objective& objective, const Vector& start);

}  // namespace noisy
