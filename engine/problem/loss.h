#pragma once

#include <concepts>

namespace noisy {

/// What a plan must know of a generalized linear loss f(x; u, y) = phi(u'x, y), whose kernel the
/// row passes run. All three are public facts of the formula, not of the data.
template <typename Loss>
concept GeneralizedLinearLoss = requires(const Loss& loss, double margin, double target) {
  /// sup |phi'(m, y)| over |m| <= margin and |y| <= target; infinity when there is no bound
  { loss.derivative_bound(margin, target) } -> std::convertible_to<double>;
  /// sup phi''(m, y)
  { loss.curvature_bound() } -> std::convertible_to<double>;
};

}  // namespace noisy
