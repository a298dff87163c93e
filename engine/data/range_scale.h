#pragma once

#include <algorithm>

#include "engine/data/feature_bounds.h"

namespace noisy {

/// Clamps to a range and maps it to another, which no rounding lets the result leave:
///
///     to.lower + (v - lower) / (upper - lower) * (to.upper - to.lower)
///
/// upper - lower is positive and finite. Both ends become the other range's own.
class RangeScale {
 public:
  RangeScale(Interval from, Interval to) : from_(from), to_(to) {}

  double operator()(double value) {
    const double clamped = std::clamp(value, from_.lower, from_.upper);
    clamped_values_ += clamped != value;
    const double share = (clamped - from_.lower) / (from_.upper - from_.lower);
    const double mapped = to_.lower + share * (to_.upper - to_.lower);
    return std::clamp(mapped, to_.lower, to_.upper);
  }

  Index clamped_values() const { return clamped_values_; }

 private:
  Interval from_;
  Interval to_;
  Index clamped_values_ = 0;
};

}  // namespace noisy
