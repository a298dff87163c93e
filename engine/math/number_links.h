#pragma once

#include "engine/math/row_links.h"

/// Losses of numeric targets besides the squared one (row_links.h): functions of the error
/// t = m - y.
namespace noisy::math {

/// Huber's loss: t^2 / 2 for |t| <= width, width (|t| - width / 2) beyond; derivative t within
/// [-width, width].
struct HuberLink {
  double width = 1;

  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V error = margin - target;
    const V low = broadcast<V>(-width);
    const V high = broadcast<V>(width);
    const V capped = select(error > width, high, select(error < -width, low, error));
    return {capped * (error - kFormula.half * capped), capped};
  }
};

/// Geman and McClure's loss t^2 / (1 + t^2), which hardly counts outliers; derivative
/// 2 t / (1 + t^2)^2. Errors beyond 10^150, whose squares overflow, count as 10^150.
struct GemanMcClureLink {
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V far = broadcast<V>(1e150);
    const V given = margin - target;
    const V error = select(given > far, far, select(given < -far, -far, given));
    const V square = error * error;
    const V weight = kFormula.one / (kFormula.one + square);
    return {square * weight, kFormula.two * error * weight * weight};
  }
};

/// t^2 + 3 sin^2 t, which satisfies the Polyak-Lojasiewicz inequality without being convex;
/// derivative 2 t + 3 sin 2t. Beyond |t| = 2^20 the sine, a part in 10^6 of the derivative, is
/// left out.
struct PolyakExampleLink {
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V error = margin - target;
    const V angle = select(absolute(error) <= 0x1p20, error, V{});
    V sine, cosine;
    kernel::sin_cos_regular<V>(angle, sine, cosine);
    return {error * error + 3.0 * sine * sine, kFormula.two * error + 6.0 * sine * cosine};
  }
};

}  // namespace noisy::math
