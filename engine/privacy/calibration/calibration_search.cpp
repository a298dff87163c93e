#include "engine/privacy/calibration/calibration_search.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {

math::Minimum least_over_orders(math::FunctionRef<double(double)> f, double low, double high) {
  constexpr double kCoarse = 0.25, kFine = 0.05, kTolerance = 1e-3;
  math::Minimum best{low, f(low)};
  const auto scan = [&](double from, double to, double stride) {
    for (double t = from; t <= to; t += stride) {
      const double value = f(t);
      if (value < best.value) best = {t, value};
    }
  };
  scan(low + kCoarse, high, kCoarse);
  scan(best.argument - kCoarse + kFine, best.argument + kCoarse, kFine);
  const auto refined = math::minimize(f, best.argument - kFine, best.argument + kFine, kTolerance);
  return refined.value < best.value ? refined : best;
}

math::Minimum least_over_orders_of(const PrivacyTarget& target,
                                   math::FunctionRef<double(double)> f) {
  constexpr double kBelow = 3.0, kAbove = 2.0;
  // Where epsilon is far above ln(1 / delta) the best alpha - 1 is near the root of their ratio.
  constexpr double kAlwaysTried = 1.5;
  const double middle = math::log(-math::log(target.delta) / target.epsilon);
  return least_over_orders(f, middle - kBelow, std::max(middle + kAbove, kAlwaysTried));
}

math::Minimum least_over_whole_orders(math::FunctionRef<double(double)> f, double first,
                                      double last) {
  constexpr double kStride = 1.5;
  constexpr int kLastSteps = 6;
  first = std::max(2.0, std::floor(first));
  math::Minimum best{first, f(first)};
  const auto consider = [&](double order) {
    if (order < 2) return;
    const double value = f(order);
    if (value < best.value) best = {order, value};
  };
  for (double order = first + 1; order <= last; order = std::floor(kStride * order)) {
    consider(order);
  }
  const auto consider_beside = [&](double stride) {
    const double middle = best.argument;
    consider(middle - stride);
    consider(middle + stride);
  };
  for (double stride = 0.25 * best.argument; stride >= 2; stride *= 0.5) {
    consider_beside(std::floor(stride));
  }
  for (int i = 0; i < kLastSteps; ++i) consider_beside(1);
  return best;
}

math::Minimum least_beside_whole_order(math::FunctionRef<double(double)> f, math::Minimum whole) {
  constexpr double kTolerance = 1e-5;
  constexpr double kMostOrder = 1e6;  // where neighbours differ by less than anybody looks at
  math::Minimum best = whole;
  if (whole.argument > kMostOrder) return best;
  for (const double low : {whole.argument - 1, whole.argument}) {
    const math::Minimum inside =
        math::minimize(f, std::max(low, 1 + kTolerance), low + 1, kTolerance);
    if (inside.value < best.value) best = inside;
  }
  return best;
}

math::Minimum least_over_whole_orders_of(const PrivacyTarget& target,
                                         math::FunctionRef<double(double)> f) {
  constexpr double kBelow = 0.05, kAbove = 3.0, kAlwaysTried = 6.0;
  const double middle = -math::log(target.delta) / target.epsilon;
  return least_over_whole_orders(f, kBelow * middle, std::max(kAlwaysTried, 1 + kAbove * middle));
}

Index smallest_batch_from(Index samples, Index steps, double epsilon, Index most,
                          math::FunctionRef<bool(Index)> reaches) {
  constexpr double kGuess = 0.57;
  const auto reaches_at = [&](double batch) { return reaches(static_cast<Index>(batch)); };
  const auto n = static_cast<double>(samples);
  const auto largest = static_cast<double>(most);
  const double rate = std::sqrt(epsilon / (static_cast<double>(steps) * math::log(n + 1)));
  double holds = std::clamp(std::ceil(kGuess * n * rate), 1.0, largest), fails = holds - 1;
  while (holds < largest && !reaches_at(holds)) {
    fails = holds;
    holds = std::min(2 * holds, largest);
  }
  while (fails > 0 && reaches_at(fails)) {
    holds = fails;
    fails = std::floor(0.5 * fails);
  }
  while (holds - fails > 1) {
    const double middle = std::floor(0.5 * (holds + fails));
    (reaches_at(middle) ? holds : fails) = middle;
  }
  return static_cast<Index>(holds);
}

}  // namespace noisy
