#include "engine/privacy/accountant/loss_grid.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/accountant/loss_buckets.h"
#include "engine/privacy/accountant/loss_contraction.h"

namespace noisy {
namespace {

constexpr double kUnit = 0x1p-53;

/// Split every bucket onto its ends.
GridLosses spread(const Buckets& buckets, double infinite) {
  GridLosses losses;
  losses.masses.assign(buckets.count() + 1, 0.0);
  losses.masses[0] = buckets.below;
  const double span = -math::expm1(-buckets.step());
  for (std::size_t i = 0; i < buckets.count(); ++i) {
    const Bucket& bucket = buckets[i];
    const double up =
        std::min(bucket.p_high, (bucket.raised + bucket.error) / span * (1 + 8 * kUnit));
    losses.masses[i + 1] += up;
    losses.masses[i] += bucket.p_high - up;
  }
  for (const PointMass& point : buckets.points) losses.masses[point.index] += point.high;
  losses.infinite = std::min(1.0, infinite * (1 + 16 * kUnit) + buckets.above);
  return losses;
}

/// The masses when the part to_high(i) of each bucket goes to its upper end.
template <typename Part>
std::vector<double> distribute(const Buckets& buckets, const Part& to_high) {
  std::vector<double> masses(buckets.count() + 1, 0.0);
  const double growth = math::exp(buckets.step());
  for (std::size_t i = 0; i < buckets.count(); ++i) {
    const double kept = buckets[i].scaled_q_low * (1 - 8 * kUnit);
    masses[i + 1] += to_high(i) * kept * growth;
    masses[i] += (1.0 - to_high(i)) * kept;
  }
  for (const PointMass& point : buckets.points) masses[point.index] += point.low;
  masses.back() += std::max(0.0, buckets.above_low);
  return masses;
}

/// Lowers the curve by `distance` from the grid point `from` down: parts of the masses above it
/// fall by the same number of steps, as few as suffice. False when all together are too few.
bool lower_curve(std::vector<double>& masses, std::size_t from, double distance, double step) {
  for (std::size_t jump = 1; from + jump < masses.size(); jump *= 2) {
    const auto fall = static_cast<double>(jump) * step;
    const std::span<const double> movable = std::span(masses).subspan(from + jump);
    const double most = math::sum(movable) * -math::expm1(-fall);
    const double part = distance / most * (1 + 1e-9);
    if (!(part <= 1.0)) continue;
    const double share = part * math::exp(-fall);
    for (std::size_t k = from + jump; k < masses.size(); ++k) {
      masses[k - jump] += share * masses[k] * (1 - 16 * kUnit);
      masses[k] *= 1.0 - part;
    }
    return true;
  }
  return false;
}

GridLosses contract(const Buckets& buckets, double infinite) {
  GridLosses losses;
  losses.infinite = infinite * (1 - 16 * kUnit);
  const Contraction contraction = best_contraction(buckets);
  losses.masses = distribute(buckets, [&](std::size_t i) { return contraction.to_high(i); });
  if (contraction.missing() > 0.0 &&
      !lower_curve(losses.masses, contraction.meeting(), contraction.missing(), buckets.step()))
    losses.masses = distribute(buckets, [](std::size_t) { return 0.0; });
  return losses;
}

}  // namespace

Result<LossGrid> round_to_grid(const LossPair& pair, double step, const LossRange& range,
                               Index most_points) {
  const double anchor = pair.anchor();
  // One point more on either side, so that atoms at the ends of the range lie within.
  const double low = std::floor((range.low - anchor) / step) - 1.0;
  const double high = std::ceil((range.high - anchor) / step) + 1.0;
  if (!(high - low <= static_cast<double>(most_points)))
    return fail(ErrorCode::limit_exceeded, "noiseMultiplier",
                "the privacy losses spread too far for a grid: use more noise or fewer steps");
  Buckets buckets(anchor, step, static_cast<Index>(low), static_cast<Index>(high - low));
  if (!fill(buckets, pair))
    return fail(ErrorCode::limit_exceeded, "noiseMultiplier",
                "the privacy losses leave the range of doubles: use more noise");
  LossGrid grid;
  grid.offset = anchor;
  grid.first = static_cast<Index>(low);
  grid.pessimistic = spread(buckets, pair.infinite_mass());
  grid.optimistic = contract(buckets, pair.infinite_mass());
  const double farthest =
      std::max(std::fabs(buckets.loss(0)), std::fabs(buckets.loss(buckets.count())));
  grid.loss_error = (LossPair::kEdgeError + 2 * kAtTheEnd) * (2 + farthest + std::fabs(anchor));
  return grid;
}

}  // namespace noisy
