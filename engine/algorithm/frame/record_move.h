#pragma once

#include <limits>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/privacy/release/neighbour_move.h"

namespace noisy {

/// D: how far one record moves the sum of all records' gradients in l2, at whatever point they are
/// asked for. Noise follows from this figure, and from no other.
///
/// - S_2 where a record is replaced: the sums differ by grad f(x; y) - grad f(x; y').
/// - L_0 where a record is zeroed out: they differ by grad f(x; y) alone (gradient_move). A bound
///   L_0 on every record gives S_2 <= 2 L_0, and mostly S_2 = 2 L_0: half of the noise.
///
/// The mean moves by D / n in both cases: n is public and divides both sums. The regularizer's
/// gradient reads no record and cancels.
inline double record_move(const RiskFacts& facts, Neighbours neighbours) {
  if (neighbours == Neighbours::replace_one) return facts.l2_sensitivity;
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  return gradient_move(facts.bounds_within(kEverywhere), neighbours);
}

/// Facts of something else that one record moves by D, whichever way it is changed.
inline void set_record_move(RiskFacts& facts, double move) {
  facts.l2_sensitivity = move;
  facts.bounds_within = [move](double) {
    return RegionBounds{.gradient_l2 = move, .record_gradient = move};
  };
}

}  // namespace noisy
