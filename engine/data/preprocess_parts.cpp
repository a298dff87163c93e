#include "engine/data/preprocess_parts.h"

#include "engine/random/subset.h"

namespace noisy::preprocess_parts {

void scale_target(const ScaleTarget& step, std::span<double> targets, StepCount& count) {
  RangeScale scale({step.lower, step.upper}, {-1.0, 1.0});
  for (double& target : targets) target = scale(target);
  count.values += scale.clamped_values();
}

void clamp_target(const ClampTarget& step, std::span<double> targets, StepCount& count) {
  for (double& target : targets) {
    const double clamped = std::clamp(target, step.lower, step.upper);
    count.values += clamped != target;
    target = clamped;
  }
}

Result<std::vector<Index>> sampled_rows(const SampleRows& step, Index rows,
                                        const std::string& field) {
  if (step.count > rows) {
    return fail(ErrorCode::invalid_value, field + ".count",
                "is " + std::to_string(step.count) + " but there are only " + std::to_string(rows) +
                    " rows");
  }
  std::vector<Index> kept(static_cast<std::size_t>(step.count));
  Stream stream =
      StreamFactory::synthetic_data(step.seed, "sample-rows").stream(StreamPurpose::sampling, 0);
  SubsetSampler(rows).sample(stream, kept);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace noisy::preprocess_parts
