#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "engine/math/error.h"
#include "engine/math/vector.h"

namespace noisy {

/// A stretch of steps whose weights form a geometric sequence, in logarithms:
/// ln a = first_log_weight + k * log_weight_increment for k = 0..count-1.
struct WeightSegment {
  Index count = 0;
  double first_log_weight = 0.0;
  double log_weight_increment = 0.0;
};

/// Positive weights a_1..a_T given by geometric segments; weights may span hundreds of decades, so
/// only logarithms relative to the largest weight are ever formed. Steps count from 1.
class GeometricWeights {
 public:
  /// @error invalid-value at "iterations" without segments, with a count below 1 or more than 2^53
  ///        steps; at "weights" when a logarithm is not finite
  static Result<GeometricWeights> create(std::span<const WeightSegment> segments);

  Index steps() const { return steps_; }

  /// ln(a_t / max a) <= 0, t in 1..T.
  double relative_log_weight(Index step) const;

  /// ln(max a).
  double log_largest() const { return log_largest_; }

  /// ln(min a / max a).
  double smallest_relative_log_weight() const { return smallest_; }

  /// sum_t (a_t / max a)^power, in closed form per segment, relative error about 1e-15; power >= 0.
  double sum_of_powers(double power) const;

  /// Calls visit(t, ln(a_t / max a)) for t = 1..T, in order, with the values of
  /// relative_log_weight.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const Segment& segment : segments_)
      for (Index offset = 0; offset < segment.count; ++offset)
        visit(segment.first_step + offset, segment.value(offset));
  }

 private:
  // Anchored at the segment's larger end: the steps that matter are near it, and their distance
  // from it is small, so the rounding of decay * distance is small where it counts.
  struct Segment {
    Index first_step;
    Index count;
    double peak;
    double decay;
    bool peak_is_last;

    double value(Index offset) const {
      const Index distance = peak_is_last ? count - 1 - offset : offset;
      return peak - decay * static_cast<double>(distance);
    }
  };

  std::vector<Segment> segments_;
  Index steps_ = 0;
  double log_largest_ = 0.0;
  double smallest_ = 0.0;
};

}  // namespace noisy
