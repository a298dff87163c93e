#pragma once

#include <optional>

#include "engine/math/error.h"
#include "engine/solver/base/component_sum.h"

namespace noisy {

/// Why nothing may rest on L where a record's gradient is so long; none where it is within L, up to
/// rounding.
std::optional<Error> lipschitz_violation(double longest_gradient, double lipschitz);

/// Whether L holds of every record's own loss at one point, in slices on one thread, for a gradient
/// of every record (bring-your-own-minimax, 2.0).
///
/// What a record moves a solution by is its gradient there over m lambda, so that this is the point
/// which a release's noise counts on. The passes of solvers do not look: most of their sums have
/// kernels that never see one record's gradient. Of losses of the engine no check can fail, since
/// rows are clipped to what L was computed from; of those of another program it can, whose bound
/// is its author's word.
class LipschitzCheck {
 public:
  /// @param losses  f_i; must outlive this
  /// @param point   in the domain that L holds on
  LipschitzCheck(const ComponentSum& losses, Vector point);

  /// True when all records were looked at.
  bool advance(const Deadline& deadline);
  Index evaluations() const { return next_; }
  double longest_gradient() const { return longest_; }  ///< so far; exact, so not private
  /// Valid once advance() has returned true.
  std::optional<Error> violation() const {
    return lipschitz_violation(longest_, losses_->lipschitz());
  }

 private:
  double length(Index i);

  const ComponentSum* losses_;
  Vector point_;
  Vector gradient_;
  Index next_ = 0;
  double longest_ = 0;
};

}  // namespace noisy
