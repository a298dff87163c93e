#pragma once

#include <vector>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// A direction, or some alike, of a quadratic.
struct TypicalMode {
  double curvature = 0;    ///< h, lambda included
  double gap = 0;          ///< of F(x_0) - F*
  double coordinates = 0;  ///< how many noise reaches here
};

/// Small equal steps.
struct TypicalDescent {
  double step = 0;      ///< alpha
  double travel = 0;    ///< S: the sum of them
  double variance = 0;  ///< of one coordinate of a gradient by noise
  double sampling = 0;  ///< trace of what drawn records add: their gradients vary as F is curved
};

/// Records like most, by public facts alone: a quadratic that defaults are chosen by.
///
/// Theorems hold for the worst records, on which every coordinate is as curved as L. Steps that
/// they choose are too few or too many on real data. Here
///
///   the gap E_0 is spread over curvatures like an exponential variable of mean L / 10, so that a
///   descent of travel S, the sum of its steps, leaves E_0 / (1 + L S / 5);
///   coordinates k = 1 .. d have the curvature (L / 4) k^-1 / (1 + 1/2 + .. + 1/d), which is a
///   quarter of the trace that bounds allow;
///
/// and lambda is added to all. The 1/5 is measured (derived): exact descent on breast cancer,
/// diabetes, digits and three generated sets has 0.03 to 0.8, and the travel that is best goes with
/// its cube root. This is no bound, and privacy never rests on it.
class TypicalProblem {
 public:
  explicit TypicalProblem(const RiskFacts& facts);

  const std::vector<TypicalMode>& modes() const { return modes_; }
  double smoothness() const { return smoothness_; }

  /// The gap of the minimizer of F + (mu / 2) |x - x_0|^2 + <b, x>, b of this deviation in every
  /// coordinate: sum of gap (mu / (h + mu))^2 + coordinates h deviation^2 / (2 (h + mu)^2).
  double minimized(double added, double deviation) const;

  /// The gap of such steps: sum of gap e^(-2 h S) + coordinates alpha v_h (1 - e^(-2 h S)) / 4, v_h
  /// the variance and the coordinate's share of the sampling.
  double descended(const TypicalDescent& descent) const;

 private:
  double smoothness_;  ///< L of F alone
  std::vector<TypicalMode> modes_;
};

}  // namespace noisy
