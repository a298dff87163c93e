#pragma once

#include "engine/math/vector.h"

namespace noisy::testing {

/// How often each place stands in pairs (place, times), as releases of iterate-vertices have them.
inline Vector placed_counts(const Vector& pairs, Index places) {
  Vector out = Vector::Zero(places);
  for (Index i = 0; i < pairs.size(); i += 2) out[static_cast<Index>(pairs[i])] += pairs[i + 1];
  return out;
}

}  // namespace noisy::testing
