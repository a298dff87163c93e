#include "engine/problem/geometry/gauge_prox.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/math/reduce.h"

namespace noisy {

namespace {

using Set = Domain::Kind;

double sign(double value) {
  return value < 0 ? -1 : value > 0 ? 1 : 0;
}

Index index_of_largest(const Vector& values) {
  Index best = 0;
  for (Index i = 1; i < values.size(); ++i) {
    if (values[i] > values[best]) best = i;
  }
  return best;
}

/// A coordinate that gives up its l1 length to the best one, and how much this gains per length.
struct Donor {
  Index index;
  double gain;
};

void by_falling_gain(std::vector<Donor>& donors) {
  std::ranges::stable_sort(donors, [](const Donor& a, const Donor& b) { return a.gain > b.gain; });
}

/// Moves length from the donors to the receiver, dearest first, as long as the slope outweighs what
/// the squared length `moved` so far costs: per unit of length the objective falls by the gain and
/// rises by moved / reach.
///
/// @param reach      R^2 / H
/// @param direction  of the receiver's growth, +1 or -1
void transfer(std::vector<Donor> donors, double reach, double moved, Index receiver,
              double direction, Vector& x) {
  by_falling_gain(donors);
  for (const Donor& donor : donors) {
    if (!(donor.gain > 0)) return;
    double& from = x[donor.index];
    const double room = 2 * std::fabs(from);
    const double step = std::min(room, std::max(0.0, reach * donor.gain - moved));
    from = step < room ? from - sign(from) * step / 2 : 0;
    x[receiver] += direction * step / 2;
    moved += step;
    if (step < room) return;
  }
}

void l1_gauge_prox(double radius, double reach, const Vector& gradient, Vector& x) {
  const Index best = index_of_largest(gradient.cwiseAbs());
  const double slope = std::fabs(gradient[best]);
  if (!(slope > 0)) return;
  const double direction = -sign(gradient[best]);
  const double against = x[best] * direction < 0 ? 2 * std::fabs(x[best]) : 0;
  const double room = std::max(0.0, radius - math::l1_norm(x)) + against;
  const double step = std::min(room, reach * slope);
  std::vector<Donor> donors;
  for (Index j = 0; j < x.size(); ++j) {
    if (j != best && x[j] != 0) donors.push_back({j, (slope + sign(x[j]) * gradient[j]) / 2});
  }
  x[best] += direction * step;
  if (step < room) return;
  transfer(std::move(donors), reach, step, best, direction, x);
}

void simplex_gauge_prox(double reach, const Vector& gradient, Vector& x) {
  const Index best = index_of_largest(-gradient);
  std::vector<Donor> donors;
  for (Index j = 0; j < x.size(); ++j) {
    if (j != best && x[j] > 0) donors.push_back({j, (gradient[j] - gradient[best]) / 2});
  }
  transfer(std::move(donors), reach, 0, best, 1, x);
}

/// All coordinates move by the same length t, each until it meets its side.
void linf_gauge_prox(double radius, double reach, const Vector& gradient, Vector& x) {
  const auto room = [&](Index j) { return gradient[j] > 0 ? radius + x[j] : radius - x[j]; };
  std::vector<Donor> sides;  // `gain` holds minus the room: the nearest side comes first
  for (Index j = 0; j < x.size(); ++j) {
    if (gradient[j] != 0) sides.push_back({j, -room(j)});
  }
  by_falling_gain(sides);
  double slope = math::l1_norm(gradient), t = 0;
  for (const Donor& side : sides) {
    if (reach * slope <= -side.gain) {
      t = std::max(t, reach * slope);
      break;
    }
    t = -side.gain;
    slope -= std::fabs(gradient[side.index]);
  }
  for (const Donor& side : sides) {
    x[side.index] -= sign(gradient[side.index]) * std::min(t, room(side.index));
  }
}

}  // namespace

bool has_gauge_prox(const Domain& set) {
  return set.kind == Set::l2_ball || set.kind == Set::l1_ball || set.kind == Set::linf_ball ||
         set.kind == Set::simplex;
}

void gauge_prox(const Domain& set, double curvature, const Vector& gradient, Vector& x) {
  const double reach = set.radius * set.radius / curvature;
  switch (set.kind) {
    case Set::l2_ball:
      x -= reach * gradient;
      return set.project(x);
    case Set::l1_ball:
      return l1_gauge_prox(set.radius, reach, gradient, x);
    case Set::linf_ball:
      return linf_gauge_prox(set.radius, reach, gradient, x);
    case Set::simplex:
      return simplex_gauge_prox(1 / curvature, gradient, x);
    default:
      return;
  }
}

}  // namespace noisy
