#pragma once

#include <concepts>

#include "engine/math/elementary_kernels.h"
#include "engine/math/lanes.h"

namespace noisy::math {

/// phi and its derivative in the margin, one number per lane.
template <class V>
struct LinkResult {
  V value;
  V derivative;
};

/// A loss phi(margin, target) of generalized linear models f_i(x) = phi(u_i . x, y_i). A pass over
/// rows of it is row_kernel::Pass<Link, 2>::run, with a pointer to the link.
///
/// `evaluate` is instantiated for vectors and must be forced inline and made of operations that act
/// on each lane alone (lanes.h and elementary_kernels.h have what + - * / do not cover); what a
/// pass does not need of its result, the compiler leaves out. An example:
///
///     struct PseudoHuberLink {  // phi = width^2 (sqrt(1 + (m - y)^2 / width^2) - 1)
///       double width;
///       template <class V>
///       [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const { ... }
///     };
template <class Link>
concept RowLossLink = requires(const Link& link, double margin, double target) {
  { link.evaluate(margin, target) } -> std::same_as<LinkResult<double>>;
};

/// Logistic loss ln(1 + exp(-y m)) for targets y = +1 or -1; derivative -y sigmoid(-y m).
///
/// The derivative has the bits of math::sigmoid while |m| <= 690.
struct LogisticLink {
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V agreement = margin * target;
    const V e = kernel::exp_regular<V>(larger<V>(broadcast<V>(-690.0), -absolute(agreement)));
    const V smaller = kernel::small_sigmoid(e);
    const V probability =
        select(agreement > 0.0, smaller, kFormula.one - smaller);  // sigmoid(-y m)
    return {larger<V>(V{}, -agreement) + log1p_of_unit(e), -target * probability};
  }

 private:
  /// ln(1 + e) for 0 <= e <= 1: e/2 - 1/2 is exact, so nothing is lost where e is moved to the
  /// octave below.
  template <class V>
  [[gnu::always_inline]] static V log1p_of_unit(V e) {
    const auto upper = e > 0x1.a827999fcef32p-2;  // sqrt(2) - 1
    const V f = select(upper, kFormula.half * e - kFormula.half, e);
    return kernel::log_reduced<V>(f, select(upper, broadcast<V>(kFormula.one), V{}), V{});
  }
};

/// Squared loss (m - y)^2 / 2; derivative m - y.
struct SquaredLink {
  template <class V>
  [[gnu::always_inline]] LinkResult<V> evaluate(V margin, V target) const {
    const V error = margin - target;
    return {kFormula.half * error * error, error};
  }
};

}  // namespace noisy::math
