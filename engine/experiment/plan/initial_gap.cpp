#include "engine/experiment/plan/initial_gap.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/math/elementary.h"
#include "engine/problem/risk/softmax_risk.h"

namespace noisy {
namespace {

/// Of numbers, over the square of their bound: that of the twins of outlook_twins.h.
constexpr double kTypicalSquare = 0.35 * 0.35;

/// A product in which nothing times no bound is nothing.
double product(double size, double bound) {
  return size > 0 ? size * bound : 0;
}

double largest_margin(const FeatureBounds& bounds, const Vector& start) {
  return std::min({product(start.lpNorm<Eigen::Infinity>(), bounds.l1),
                   product(start.norm(), bounds.l2), product(start.lpNorm<1>(), bounds.linf)});
}

/// Of a problem of the gallery, without a regularizer: for the records that it is made for. Where
/// that is 0, the start being optimal, (gamma L_0)^kappa, which no point's gap exceeds.
double known_gap(const Objective& objective, const Vector& start) {
  if (!objective.record_loss || objective.regularizer.kind != Regularizer::Kind::none) return 0;
  const RecordLoss& loss = *objective.record_loss;
  const double gap = loss.largest_gap(start, objective.region);
  const auto condition = loss.kl(objective.region);
  if (gap > 0 || !condition) return gap;
  return math::pow(condition->constant * mean_lipschitz(loss, objective.region),
                   condition->exponent);
}

}  // namespace

double largest_loss(const Objective& objective, const Vector& start) {
  const FeatureBounds& bounds = objective.data->facts.bounds;
  // It may be negative, or have no minimum.
  if (objective.record_loss || objective.saddle_loss) {
    return std::numeric_limits<double>::infinity();
  }
  if (objective.classes > 0) return largest_softmax_loss(bounds, start, objective.classes);
  if (!objective.linear_loss) {
    const double distance = start.norm() + bounds.l2;
    return 0.5 * distance * distance;
  }
  const double margin = largest_margin(bounds, start);
  const double target =
      objective.has_labels ? 1 : std::max(std::fabs(bounds.target_lower), bounds.target_upper);
  if (!std::isfinite(margin) || !std::isfinite(target)) return margin + target;
  return std::max(objective.linear_loss->value(margin, -target),
                  objective.linear_loss->value(-margin, -target));
}

InitialGap initial_gap(const ConstantsSpec& constants, const Objective& objective,
                       const Vector& start) {
  if (constants.initial_gap) return {*constants.initial_gap, GapSource::stated};
  const double known = known_gap(objective, start);
  if (known > 0 && std::isfinite(known)) return {known, GapSource::known};
  const double largest = largest_loss(objective, start) + objective.regularizer.value(start);
  if (largest > 0 && std::isfinite(largest)) {
    const bool has_numbers = objective.linear_loss && !objective.has_labels;
    return {largest, GapSource::start, has_numbers ? kTypicalSquare : 1};
  }
  return {RiskFacts{}.initial_gap, GapSource::assumed};
}

}  // namespace noisy
