#include "engine/privacy/accountant/loss_buckets.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kUnit = 0x1p-53;

struct Difference {
  double value;
  double error;
};

/// Mass between two edges from the smaller of the two sides.
Difference between(double above, double next_above, double below, double next_below, double ratio,
                   double relative_error, bool use_above) {
  // `ratio` brings the next edge's scaling to this one's.
  const double scaled_above = ratio * next_above;
  const double scaled_below = ratio * next_below;
  const double value = use_above ? above - scaled_above : scaled_below - below;
  const double size = use_above ? above + scaled_above : scaled_below + below;
  return {std::max(value, 0.0), (relative_error + 4 * kUnit) * size};
}

/// The tails at an edge, and how far it lies above its grid point.
struct Edge {
  LossTails tails;
  double shift = 0.0;
};

/// What lies between two edges next to the grid points e and e + h.
Bucket bucket_between(const Edge& low_edge, const Edge& high_edge, double step) {
  const LossTails& low = low_edge.tails;
  const LossTails& high = high_edge.tails;
  const double relative = std::max(low.relative_error, high.relative_error);
  const double growth = math::exp(step);
  const Difference p = between(low.p_above, high.p_above, low.p_below, high.p_below, 1.0, relative,
                               low.p_above <= low.p_below);
  // Both edges' scales become that of e: exactly 1 for most edges.
  const double low_scale = low_edge.shift == 0.0 ? 1.0 : math::exp(-low_edge.shift);
  const Difference q =
      between(low_scale * low.scaled_q_above, high.scaled_q_above, low_scale * low.scaled_q_below,
              high.scaled_q_below, math::exp(-(step + high_edge.shift)), relative,
              low.q_above <= low.q_below);
  Bucket bucket;
  bucket.p_low = std::max(0.0, p.value - p.error);
  bucket.p_high = p.value + p.error;
  bucket.scaled_q_low = std::max(0.0, q.value - q.error);
  bucket.error = (p.error + q.error + 4 * kUnit * p.value) * growth;
  bucket.raised = std::clamp(p.value - q.value, 0.0, p.value * -math::expm1(-step));
  bucket.lowered = std::clamp(q.value * growth - p.value, 0.0, p.value * math::expm1(step));
  return bucket;
}

/// Atoms between the grid points e and e + h; sums of positive terms.
void add_atom(Bucket& bucket, const LossAtom& atom, double above_low, double below_high) {
  constexpr double kError = 1024 * kUnit;
  bucket.p_low += atom.p * (1 - kError);
  bucket.p_high += atom.p * (1 + kError);
  bucket.scaled_q_low += atom.p * math::exp(-above_low) * (1 - kError);
  bucket.raised += atom.p * -math::expm1(-above_low);
  bucket.lowered += atom.p * math::expm1(below_high);
  bucket.error += atom.p * kUnit * 16 * (above_low + below_high);
}

/// Where the range of losses ends on a grid point, all mass next to it is taken as lying there.
bool ends_at(const LossPair& pair, double loss) {
  const double near = kAtTheEnd * (1 + std::fabs(loss));
  return std::fabs(loss - pair.largest_loss()) <= 0.125 * near ||
         std::fabs(loss - pair.smallest_loss()) <= 0.125 * near;
}

bool fill_from_tails(Buckets& buckets, const LossPair& pair) {
  Edge low{pair.tails(buckets.loss(0))};
  buckets.below = low.tails.p_below * (1 + low.tails.relative_error);
  for (std::size_t i = 0; i < buckets.count(); ++i) {
    const double loss = buckets.loss(i + 1);
    Edge high;
    if (ends_at(pair, loss)) {
      const double near = 0.5 * kAtTheEnd * (1 + std::fabs(loss));
      high = {pair.tails(loss - near), -near};
      const Edge next{pair.tails(loss + near), near};
      const Bucket point = bucket_between(high, next, 0.0);
      buckets.points.push_back({i + 1, point.p_low, point.p_high});
      buckets[i] = bucket_between(low, high, buckets.step());
      low = next;
    } else {
      high = {pair.tails(loss)};
      buckets[i] = bucket_between(low, high, buckets.step());
      low = high;
    }
    if (!std::isfinite(buckets[i].raised + buckets[i].lowered + buckets[i].error)) return false;
  }
  buckets.above = low.tails.p_above * (1 + low.tails.relative_error);
  buckets.above_low = low.tails.p_above * (1 - low.tails.relative_error);
  return true;
}

void fill_from_atoms(Buckets& buckets, std::span<const LossAtom> atoms) {
  constexpr double kError = 1024 * kUnit;
  const auto last = static_cast<double>(buckets.count());
  for (const LossAtom& atom : atoms) {
    const double place = buckets.place(atom.loss);
    if (place < 0.0) {
      buckets.below += atom.p * (1 + kError);
    } else if (place > last) {
      buckets.above += atom.p * (1 + kError);
      buckets.above_low += atom.p * (1 - kError);
    } else {
      const double nearest = std::nearbyint(place);
      const double distance = std::fabs(place - nearest) * buckets.step();
      // Within the edges' error an atom on the grid is taken as exactly there.
      if (distance <=
          0.5 * LossPair::kEdgeError * (2 + std::fabs(atom.loss) + std::fabs(buckets.offset()))) {
        buckets.points.push_back(
            {static_cast<std::size_t>(nearest), atom.p * (1 - kError), atom.p * (1 + kError)});
        continue;
      }
      const double bucket = std::min(std::floor(place), last - 1);
      add_atom(buckets[static_cast<std::size_t>(bucket)], atom, (place - bucket) * buckets.step(),
               (bucket + 1 - place) * buckets.step());
    }
  }
}

}  // namespace

bool fill(Buckets& buckets, const LossPair& pair) {
  if (pair.atoms().empty()) return fill_from_tails(buckets, pair);
  fill_from_atoms(buckets, pair.atoms());
  return true;
}

}  // namespace noisy
