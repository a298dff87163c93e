#include <algorithm>
#include <cmath>

#include "engine/privacy/accountant/loss_grid.h"

namespace noisy {
namespace {

/// Where a predicate of sign * loss that fails below some loss begins to hold, from the side where
/// it holds; at most `limit` away from 0 in the direction of the sign.
template <typename Predicate>
double boundary(double limit, double sign, const Predicate& beyond) {
  constexpr double kFirst = 1e-6;
  constexpr double kFarthest = 1e6;
  double fails = 0.0;
  double holds = 0.0;
  if (beyond(0.0)) {
    for (fails = -kFirst; fails > -kFarthest && beyond(sign * fails); fails *= 2.0) holds = fails;
  } else {
    for (holds = kFirst; holds < std::min(limit, kFarthest) && !beyond(sign * holds); holds *= 2.0)
      fails = holds;
    holds = std::min(holds, limit);
  }
  const double exact = 0x1p-20 * std::fabs(holds - fails);
  while (holds - fails > exact) {
    const double middle = 0.5 * (fails + holds);
    (beyond(sign * middle) ? holds : fails) = middle;
  }
  return holds;
}

}  // namespace

LossRange loss_range(const LossPair& pair, double mass_below, double mass_above) {
  const auto past_high = [&](double loss) {
    return pair.tails(loss).p_above - pair.infinite_mass() <= mass_above;
  };
  const auto past_low = [&](double loss) { return pair.tails(loss).p_below <= mass_below; };
  LossRange range;
  range.high = boundary(pair.largest_loss(), 1.0, past_high);
  range.low = -boundary(-pair.smallest_loss(), -1.0, past_low);
  range.low = std::min(range.low, range.high);
  return range;
}

}  // namespace noisy
