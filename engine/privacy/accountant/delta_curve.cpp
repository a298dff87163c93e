#include "engine/privacy/accountant/delta_curve.h"

#include <algorithm>
#include <cmath>

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = 0x1p-53;
constexpr int kBisections = 120;

/// The point between `fails` and `holds` from which a predicate holds, on the side where it does.
template <typename Predicate>
double boundary(double fails, double holds, const Predicate& predicate) {
  for (int step = 0; step < kBisections; ++step) {
    const double middle = 0.5 * (fails + holds);
    if (middle == fails || middle == holds) break;
    (predicate(middle) ? holds : fails) = middle;
  }
  return holds;
}

double edge_error(double epsilon) {
  return LossPair::kEdgeError * (2 + std::fabs(epsilon));
}

// Where "above" is the larger side it is 1 minus the smaller one, with an absolute error.
double rounding(const LossTails& tails) {
  return (tails.relative_error + 4 * kUnit) * (tails.p_above + tails.scaled_q_above);
}

}  // namespace

double SingleRelease::pessimistic(double epsilon) const {
  const LossTails tails = pair_.tails(epsilon - edge_error(epsilon));
  return std::clamp(tails.p_above - tails.scaled_q_above + rounding(tails), 0.0, 1.0);
}

double SingleRelease::optimistic(double epsilon) const {
  const LossTails tails = pair_.tails(epsilon + edge_error(epsilon));
  return std::clamp(tails.p_above - tails.scaled_q_above - rounding(tails), 0.0, 1.0);
}

CertifiedBounds solve(const DeltaCurve& curve, double delta, double highest) {
  CertifiedBounds bounds;
  const auto safe = [&](double epsilon) { return curve.pessimistic(epsilon) <= delta; };
  const auto possible = [&](double epsilon) { return !(curve.optimistic(epsilon) > delta); };
  if (safe(0.0)) {
    bounds.pessimistic = 0.0;
  } else {
    bounds.pessimistic = safe(highest) ? boundary(0.0, highest, safe) : kInfinity;
  }
  // Far from the answer the optimistic side sees only its own error bound: search outwards.
  const double end = std::min(bounds.pessimistic, highest);
  double below = end;
  for (double step = 1e-9 * (1e-3 + end); possible(below) && below > 0.0; step *= 4.0)
    below = std::max(0.0, end - step);
  if (!possible(below)) {
    const double edge = possible(end) ? boundary(below, end, possible) : end;
    bounds.optimistic = std::max(0.0, edge - 4 * kUnit * edge);
  }
  bounds.optimistic = std::min(bounds.optimistic, bounds.pessimistic);
  return bounds;
}

}  // namespace noisy
