#include "engine/data/preprocess_parts.h"

#include <algorithm>
#include <iterator>
#include <numeric>

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

namespace {

/// So many of the rows, increasing.
///
/// @param purpose  the step's id: different steps of one seed choose differently
std::vector<Index> chosen_rows(Index count, std::uint64_t seed, std::string_view purpose,
                               Index rows) {
  std::vector<Index> chosen(static_cast<std::size_t>(count));
  Stream stream = StreamFactory::synthetic_data(seed, purpose).stream(StreamPurpose::sampling, 0);
  SubsetSampler(rows).sample(stream, chosen);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

Result<std::vector<Index>> sampled_rows(const SampleRows& step, Index rows,
                                        const std::string& field) {
  const Index count = step.of(rows);
  if (count > rows) {
    return fail(
        ErrorCode::invalid_value, field + ".count",
        "is " + std::to_string(count) + " but there are only " + std::to_string(rows) + " rows");
  }
  return chosen_rows(count, step.seed, "sample-rows", rows);
}

Result<DividedRows> divided_rows(const HoldOut& step, Index rows, const std::string& field) {
  const Index count = step.of(rows);
  if (count >= rows) {
    return fail(ErrorCode::invalid_value, field + (step.share ? ".share" : ".count"),
                "is " + std::to_string(count) + " and leaves none of the " + std::to_string(rows) +
                    " rows to a run");
  }
  DividedRows divided{.kept = {}, .held_out = chosen_rows(count, step.seed, "hold-out", rows)};
  std::vector<Index> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), Index{0});
  std::ranges::set_difference(all, divided.held_out, std::back_inserter(divided.kept));
  return divided;
}

}  // namespace noisy::preprocess_parts
