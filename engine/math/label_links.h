#pragma once

#include "engine/math/row_links.h"

/// Losses of labels y = +1 or -1, besides the logistic one (row_links.h).
namespace noisy::math {

/// ln(1 + exp(1 + y m)), the logistic loss as one paper prints it: the logistic loss of the margin
/// -(m + y). Derivative y sigmoid(1 + y m).
struct LogisticLiteralLink {
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const LinkResult<V> logistic = LogisticLink().evaluate<V>(-(margin + target), target);
    return {logistic.value, -logistic.derivative};
  }
};

/// The hinge max(0, 1 - y m), rounded off over the given width by a parabola: with s = 1 - y m
///
///     0 for s <= 0,   s^2 / (2 width) for 0 <= s <= width,   s - width / 2 beyond;
///
/// derivative -y min(1, max(0, s / width)).
struct SmoothedHingeLink {
  double width = 1;

  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V shortfall = larger<V>(V{}, kFormula.one - margin * target);  // NaN stays NaN
    const V slope = select(shortfall > width, broadcast<V>(kFormula.one), shortfall / width);
    return {slope * (shortfall - (kFormula.half * width) * slope), -target * slope};
  }
};

/// 1 / (1 + exp(y m)), a smooth count of wrong signs; derivative -y p (1 - p) with the loss p.
struct SigmoidLossLink {
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V agreement = margin * target;
    const V e = kernel::exp_regular<V>(larger<V>(broadcast<V>(-690.0), -absolute(agreement)));
    const V smaller = kernel::small_sigmoid(e);
    const V rest = kFormula.one - smaller;
    return {select(agreement > 0.0, smaller, rest), -target * (smaller * rest)};
  }
};

}  // namespace noisy::math
