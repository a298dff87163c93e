#include "engine/algorithm/accelerated/theory/noise_weights.h"

#include <algorithm>
#include <cmath>

namespace noisy {

Result<std::vector<WeightSegment>> noise_weights(const ErrorRecursion& recursion, Index horizon) {
  if (horizon < 1 || horizon > recursion.steps())
    return fail(ErrorCode::invalid_value, "iterations",
                "the horizon must lie between 1 and the number of iterations");
  std::vector<WeightSegment> weights;
  Index left = horizon;
  for (const RecursionSegment& segment : recursion.segments) {
    if (left == 0) break;
    const Index count = std::min(segment.count, left);
    left -= count;
    const double contraction = horizon == 1 ? 0.0 : segment.log_contraction;
    if (!std::isfinite(contraction))
      return fail(ErrorCode::conflicting_fields, "iterations",
                  "with alpha mu = 1 one step from the start is optimal: use one iteration");
    weights.push_back({count, segment.log_noise_gain, -contraction});
  }
  // Backwards: what all later iterations do to the noise of a segment's last iteration.
  double later = 0.0;
  for (std::size_t index = weights.size(); index-- > 0;) {
    WeightSegment& weight = weights[index];
    const double inside = -weight.log_weight_increment * static_cast<double>(weight.count - 1);
    weight.first_log_weight += later + inside;
    later += inside - weight.log_weight_increment + recursion.segments[index].log_entry_factor;
  }
  return weights;
}

}  // namespace noisy
