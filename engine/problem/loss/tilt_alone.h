#pragma once

#include "engine/problem/loss/record_loss.h"

namespace noisy {

/// A record loss that says of itself that g does not depend on the target. Every BalancedLoss is
/// one without saying so.
class TargetFree {
 public:
  TargetFree() = default;
  TargetFree(const TargetFree&) = delete;
  TargetFree& operator=(const TargetFree&) = delete;
  virtual ~TargetFree() = default;
};

/// Whether records differ in their tilts alone, f(w; u, y) = g(w) + <u, w>, g the same for all of
/// them: then their gradients grad g(w) + u and grad g(w) + u' are u - u' apart at every w, and
///
///     S_1 = 2 sup||u||_1,   S_2 = 2 sup||u||_2,   S_inf = 2 sup||u||_inf,
///
/// attained by opposite records, whatever the slope of g. What cancels there is still in one
/// record's gradient, which is gone when a record is zeroed out: ||grad f|| <= sup||grad g|| +
/// sup||u||_2.
///
/// Clipping scales each record's gradient by its own length, and g with it: of clipped gradients
/// none of this holds in L1, and nothing is claimed.
bool differs_by_tilt_alone(const RecordLoss& loss);

}  // namespace noisy
