#pragma once

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

/// One-dimensional searches without derivatives. Both are deterministic and always end.
namespace noisy::math {

struct Minimum {
  double argument;
  double value;
};

/// Minimizes a quasi-convex function on [low, high]: Brent's method (golden sections, with
/// parabolic steps where they shrink the bracket fast enough).
///
/// @param tolerance  absolute, of the argument; near a smooth minimum the value is then right to
///                   about tolerance^2
template <typename Function>
Minimum minimize(const Function& f, double low, double high, double tolerance) {
  constexpr double kGolden = 0.38196601125010515;
  constexpr int kMostSteps = 200;
  double best = low + kGolden * (high - low), second = best, third = best;
  double at_best = f(best), at_second = at_best, at_third = at_best;
  double step = 0, before = 0;
  for (int count = 0; count < kMostSteps; ++count) {
    const double middle = 0.5 * (low + high);
    if (std::fabs(best - middle) <= 2 * tolerance - 0.5 * (high - low)) break;
    const double r = (best - second) * (at_best - at_third);
    const double q = (best - third) * (at_best - at_second);
    double top = (best - third) * q - (best - second) * r;
    double bottom = 2 * (q - r);
    if (bottom > 0) top = -top;
    bottom = std::fabs(bottom);
    const bool parabolic = std::fabs(before) > tolerance && bottom > 0 && std::isfinite(top) &&
                           std::fabs(top) < std::fabs(0.5 * bottom * before) &&
                           top > bottom * (low - best) && top < bottom * (high - best);
    before = parabolic ? step : (best < middle ? high - best : low - best);
    step = parabolic ? top / bottom : kGolden * before;
    const double next =
        best + (std::fabs(step) >= tolerance ? step : std::copysign(tolerance, step));
    const double at_next = f(next);
    if (at_next <= at_best) {
      (next >= best ? low : high) = best;
      third = second, at_third = at_second;
      second = best, at_second = at_best;
      best = next, at_best = at_next;
    } else {
      (next < best ? low : high) = next;
      if (at_next <= at_second || second == best) {
        third = second, at_third = at_second;
        second = next, at_second = at_next;
      } else if (at_next <= at_third || third == best || third == second) {
        third = next, at_third = at_next;
      }
    }
  }
  return {best, at_best};
}

/// The same from a start inside [least, most], where the minimum may be far: steps outwards by
/// growing strides until the function rises on both sides, then Brent's method between.
template <typename Function>
Minimum minimize_from(const Function& f, double start, double stride, double least, double most,
                      double tolerance) {
  constexpr double kGrowth = 1.7;
  double low = start, high = start;
  const double at_start = f(start);
  double last = at_start;
  for (double step = stride; high < most; step *= kGrowth) {
    high = std::min(most, high + step);
    const double value = f(high);
    if (!(value < last)) break;
    low = high - step;
    last = value;
  }
  if (low == start) {
    last = at_start;
    for (double step = stride; low > least; step *= kGrowth) {
      low = std::max(least, low - step);
      const double value = f(low);
      if (!(value < last)) break;
      high = low + step;
      last = value;
    }
  }
  return minimize(f, low, high, tolerance);
}

/// Two neighbouring arguments between which a monotone predicate changes.
struct Edge {
  double holds;  ///< the predicate is true here
  double fails;  ///< and false here
};

/// Narrows the bracket of a monotone predicate of x > 0 until its ends differ by the relative
/// tolerance, or are neighbouring doubles. Bisects in ln x while the ends are far apart.
///
/// @param edge  the predicate is known to hold at `holds` (> 0) and to fail at `fails` (> 0)
template <typename Predicate>
Edge narrow(Edge edge, double relative_tolerance, const Predicate& predicate) {
  constexpr int kMostSteps = 2200;
  for (int step = 0; step < kMostSteps; ++step) {
    const double low = std::min(edge.holds, edge.fails), high = std::max(edge.holds, edge.fails);
    if (high - low <= relative_tolerance * low) break;
    const double middle =
        high > 4 * low ? std::sqrt(low) * std::sqrt(high) : low + 0.5 * (high - low);
    if (!(middle > low && middle < high)) break;
    (predicate(middle) ? edge.holds : edge.fails) = middle;
  }
  return edge;
}

/// The edge of "value(x) <= target" for a monotone positive function of x > 0, with few
/// evaluations: secants in the logarithms of both, a probe half a tolerance beyond each, and halves
/// where these do not help.
///
/// @param edge  as in narrow()
template <typename Function>
Edge narrow_value(Edge edge, double relative_tolerance, double target, const Function& value) {
  constexpr int kMostSteps = 200;
  double at_holds = value(edge.holds), at_fails = value(edge.fails);
  const auto move = [&](double x) {
    const double at = value(x);
    const bool holds = at <= target;
    (holds ? edge.holds : edge.fails) = x;
    (holds ? at_holds : at_fails) = at;
    return holds;
  };
  const auto inside = [&](double x) {
    return x > std::min(edge.holds, edge.fails) && x < std::max(edge.holds, edge.fails);
  };
  for (int step = 0; step < kMostSteps; ++step) {
    const double low = std::min(edge.holds, edge.fails), high = std::max(edge.holds, edge.fails);
    if (high - low <= relative_tolerance * low) break;
    double next = std::sqrt(low) * std::sqrt(high);
    const bool usable = at_holds > 0 && std::isfinite(at_fails) && at_fails > at_holds;
    if (usable && step % 3 != 2) {
      const double share = log(target / at_holds) / log(at_fails / at_holds);
      const double secant = edge.holds * exp(share * log(edge.fails / edge.holds));
      if (inside(secant)) next = secant;
    }
    if (!inside(next)) break;
    const double towards = move(next) ? edge.fails : edge.holds;
    const double probe =
        next * (towards > next ? 1 + 0.5 * relative_tolerance : 1 - 0.5 * relative_tolerance);
    if (inside(probe)) move(probe);
  }
  return edge;
}

/// The largest whole number in [least, most] at which a predicate that holds up to some number and
/// fails beyond it holds; least - 1 when it holds nowhere. Numbers up to 2^53.
template <typename Predicate>
double largest_whole(double least, double most, const Predicate& predicate) {
  if (!predicate(least)) return least - 1;
  double holds = least, stride = 1;
  while (holds < most) {
    const double next = std::min(most, holds + stride);
    if (!predicate(next)) {
      most = next - 1;
      break;
    }
    holds = next;
    stride *= 2;
  }
  while (holds < most) {
    const double middle = holds + std::ceil((most - holds) / 2);
    if (predicate(middle)) {
      holds = middle;
    } else {
      most = middle - 1;
    }
  }
  return holds;
}

}  // namespace noisy::math
