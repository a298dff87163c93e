#pragma once

#include "engine/problem/risk/finite_sum.h"

namespace noisy {

/// Per-record gradient clipping: a record gradient longer than the bound is scaled down to it.
struct GradientClip {
  enum class Norm { l1, l2 };
  Norm norm = Norm::l2;
  double bound = 1;  ///< C > 0
};

/// The bounds once clipping is done besides: S_inf <= S_2 <= 2C, and S_1 <= 2C when clipped in L1,
/// else S_1 <= 2C sqrt(d).
GradientBounds clipped(GradientBounds bounds, const GradientClip& clip, Index dimension);

}  // namespace noisy
