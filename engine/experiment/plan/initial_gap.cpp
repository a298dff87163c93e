#include "engine/experiment/plan/initial_gap.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/algorithm.h"

namespace noisy {
namespace {

/// A product in which nothing times no bound is nothing.
double product(double size, double bound) {
  return size > 0 ? size * bound : 0;
}

double largest_margin(const FeatureBounds& bounds, const Vector& start) {
  return std::min({product(start.lpNorm<Eigen::Infinity>(), bounds.l1),
                   product(start.norm(), bounds.l2), product(start.lpNorm<1>(), bounds.linf)});
}

double largest_loss(const Objective& objective, const Vector& start) {
  const FeatureBounds& bounds = objective.data->facts.bounds;
  if (!objective.loss_value) {
    const double distance = start.norm() + bounds.l2;
    return 0.5 * distance * distance;
  }
  const double margin = largest_margin(bounds, start);
  const double target =
      objective.has_labels ? 1 : std::max(std::fabs(bounds.target_lower), bounds.target_upper);
  if (!std::isfinite(margin) || !std::isfinite(target)) return margin + target;
  return std::max(objective.loss_value(margin, -target), objective.loss_value(-margin, -target));
}

}  // namespace

InitialGap initial_gap(const ConstantsSpec& constants, const Objective& objective,
                       const Vector& start) {
  if (constants.initial_gap) return {*constants.initial_gap, GapSource::stated};
  const double largest = largest_loss(objective, start) + objective.regularizer.value(start);
  if (largest > 0 && std::isfinite(largest)) return {largest, GapSource::start};
  return {RiskFacts{}.initial_gap, GapSource::assumed};
}

}  // namespace noisy
