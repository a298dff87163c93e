#pragma once

#include "engine/math/row_links.h"
#include "engine/problem/loss/loss.h"

namespace noisy {

/// 1 for a record whose gradient is clipped, else 0: its mean is the clipped share. In place of
/// its target, a record brings its number. A diagnostic, never a loss to descend on.
struct ClipCountLink {
  const LinearLoss* loss;
  const double* targets;  ///< per record
  const double* caps;     ///< per record, on |phi'|

  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V number) const {
    V counts{};
    for (int i = 0; i < math::kWidth<V>; ++i) {
      const auto record = static_cast<Index>(math::lane(number, i));
      math::set_lane(counts, i, count(math::lane(margin, i), record));
    }
    return {counts, V{}};
  }

  /// Not inlined: each pass calls it from many places, and the loss's function takes its time
  /// anyway.
  [[gnu::noinline]] double count(double margin, Index record) const {
    const double slope = loss->derivative(margin, targets[record]);
    // Written so that NaN, which is clipped to the cap, counts.
    return slope <= caps[record] && slope >= -caps[record] ? 0 : 1;
  }
};

}  // namespace noisy
