#pragma once

#include <vector>

#include "engine/privacy/accountant/loss_pair.h"

namespace noisy {

/// Masses under P of losses at consecutive multiples of a grid step, and of infinite loss. They
/// need not sum to 1: missing mass has loss -infinity.
struct GridLosses {
  std::vector<double> masses;
  double infinite = 0.0;
};

/// One pair rounded onto a grid, to both sides.
struct LossGrid {
  double offset = 0.0;     ///< the pair's anchor
  Index first = 0;         ///< the loss of the first mass is offset + first * step
  GridLosses pessimistic;  ///< its product with anything has at least the true delta(epsilon)
  GridLosses optimistic;   ///< and at most
  /// In both statements epsilon may be off by this much for each factor: rounding of the edges.
  double loss_error = 0.0;
};

/// The largest loss worth keeping, and the smallest, for given masses under P beyond them.
struct LossRange {
  double low = 0.0;
  double high = 0.0;
};

/// The least range, up to a part in 2^-20, with P(L < low) <= mass_below and P(high < L < infinity)
/// <= mass_above.
LossRange loss_range(const LossPair& pair, double mass_below, double mass_above);

/// Rounds a pair onto the grid anchor + k step, for whole k, as far as it covers the range.
///
/// Pessimistic: P's mass p and Q's mass q of the losses between two grid points e < e + h go to the
/// ends as p - b and b = (p - q e^e) / (1 - e^-h), which keeps both p and q: a mean-preserving
/// spread of e^-L under P, so the expectation of every convex decreasing function of e^-L, such as
/// (1 - e^{epsilon - L})_+, rises (Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022, Connect the
/// dots: tighter discrete approximations of privacy loss distributions). Below the range losses
/// rise to its low end, above it they become infinite.
///
/// Optimistic: masses on the grid whose curve of delta over e^epsilon lies nowhere above the
/// pair's, so that they come from it by a mean-preserving contraction of e^-L. Below the range mass
/// is dropped, above it falls to the high end.
///
/// Every evaluated mass is moved by its error bound to the safe side.
///
/// @error limit-exceeded at "noiseMultiplier" when the range holds more than most_points points or
/// the losses leave the range of doubles
Result<LossGrid> round_to_grid(const LossPair& pair, double step, const LossRange& range,
                               Index most_points);

}  // namespace noisy
