#pragma once

#include "engine/math/lanes.h"
#include "engine/math/row_links.h"
#include "engine/problem/loss/custom_loss.h"

namespace noisy {

/// 1 where the sign of the margin misses the label, else 0; a margin of 0 predicts +1. Its mean is
/// the misclassification rate. A diagnostic, never a loss to descend on.
struct ErrorRateLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V target) const {
    const V one = math::broadcast<V>(1.0);
    const V predicted = math::select(margin >= 0.0, one, -one);
    return {math::select(predicted * target > 0.0, V{}, one), V{}};
  }
};

/// m^2 / 2: its gradient at x is U'U x / n, whatever the targets.
struct SpectrumLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V) const {
    return {0.5 * margin * margin, margin};
  }
};

LinearLoss error_rate_loss();
LinearLoss spectrum_loss();

}  // namespace noisy
