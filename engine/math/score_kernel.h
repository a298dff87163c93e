#pragma once

#include <limits>

#include "engine/math/lanes.h"
#include "engine/math/score_chunk.h"

namespace noisy::math {

/// AdvanceScores for one code vector.
template <int Width>
struct ScoreKernel {
  using V = typename Lanes<Width>::Double;

  static double advance(const ScoreChunk& chunk, double step, DoubleDouble reference) {
    V largest = broadcast<V>(std::numeric_limits<double>::lowest());
    Index i = 0;
    for (; i + Width <= chunk.count; i += Width) {
      largest = larger(advance_at<V>(chunk, i, step, reference), largest);
    }
    double result = largest[0];
    for (int k = 1; k < Width; ++k) result = larger<double>(largest[k], result);
    for (; i < chunk.count; ++i) {
      result = larger(advance_at<double>(chunk, i, step, reference), result);
    }
    return result;
  }

 private:
  /// The sum as DoubleDouble's operator+ takes it; returns the exponents.
  template <class U>
  [[gnu::always_inline]] static U advance_at(const ScoreChunk& chunk, Index i, double step,
                                             DoubleDouble reference) {
    const U before = load<U>(chunk.high + i);
    const U increment = step * load<U>(chunk.gradient + i);
    const U sum = before + increment;
    const U part = sum - before;
    const U error = ((before - (sum - part)) + (increment - part)) + load<U>(chunk.low + i);
    const U high = sum + error;
    const U low = error - (high - sum);
    const U exponent = (high - reference.high) + (low - reference.low);
    store(chunk.high + i, high);
    store(chunk.low + i, low);
    store(chunk.exponents + i, exponent);
    return exponent;
  }
};

}  // namespace noisy::math
