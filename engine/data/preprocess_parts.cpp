#include "engine/data/preprocess_parts.h"

#include "engine/random/subset.h"

namespace noisy::preprocess_parts {

void scale_target(const ScaleTarget& step, std::span<double> targets, StepCount& count) {
  UnitScale scale(step.lower, step.upper);
  for (double& target : targets) target = 2.0 * scale(target) - 1.0;
  count.values += scale.clamped_values();
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
