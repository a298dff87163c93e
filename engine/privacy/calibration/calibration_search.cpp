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
