#include "engine/privacy/calibration/geometric_weights.h"

#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr Index kMaxSteps = Index{1} << 53;  // counts stay exact as doubles

}  // namespace

Result<GeometricWeights> GeometricWeights::create(std::span<const WeightSegment> segments) {
  GeometricWeights weights;
  double top = -std::numeric_limits<double>::infinity();
  for (const WeightSegment& segment : segments) {
    if (segment.count < 1 || segment.count > kMaxSteps - weights.steps_)
      return fail(ErrorCode::invalid_value, "iterations",
                  "every stage needs at least one step, and all together at most 2^53");
    const double span = segment.log_weight_increment * static_cast<double>(segment.count - 1);
    const double last = segment.first_log_weight + span;
    if (!std::isfinite(segment.log_weight_increment) || !std::isfinite(last))
      return fail(ErrorCode::invalid_value, "weights", "logarithms of weights must be finite");
    const bool rises = segment.log_weight_increment > 0.0;
    const double peak = rises ? last : segment.first_log_weight;
    weights.segments_.push_back(
        {weights.steps_ + 1, segment.count, peak, std::fabs(segment.log_weight_increment), rises});
    weights.steps_ += segment.count;
    top = std::max(top, peak);
  }
  if (weights.segments_.empty())
    return fail(ErrorCode::invalid_value, "iterations", "at least one step is needed");
  weights.log_largest_ = top;
  for (Segment& segment : weights.segments_) {
    segment.peak -= top;
    const Index farthest = segment.peak_is_last ? 0 : segment.count - 1;
    weights.smallest_ = std::min(weights.smallest_, segment.value(farthest));
  }
  return weights;
}

double GeometricWeights::relative_log_weight(Index step) const {
  const auto after = std::upper_bound(
      segments_.begin(), segments_.end(), step,
      [](Index wanted, const Segment& segment) { return wanted < segment.first_step; });
  const Segment& segment = *(after - 1);
  return segment.value(step - segment.first_step);
}

double GeometricWeights::sum_of_powers(double power) const {
  double sum = 0.0;
  for (const Segment& segment : segments_) {
    const double decay = power * segment.decay;
    const double count = static_cast<double>(segment.count);
    const double series = decay > 0.0 ? math::expm1(-decay * count) / math::expm1(-decay) : count;
    sum += math::exp(power * segment.peak) * series;
  }
  return sum;
}

}  // namespace noisy
