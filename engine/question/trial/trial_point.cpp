#include "engine/question/trial/trial_point.h"

#include <utility>

#include "engine/experiment/file/experiment.h"

namespace noisy {

Result<TrialPoint> trial_point(const Json& experiment, const std::optional<StatedShape>& shape,
                               TrialDepth depth) {
  auto read = read_experiment_tree(experiment);
  if (!read) return std::unexpected(std::move(read.error()));
  TrialPoint out{.point = {.values = Json::object(),
                           .text = "",
                           .data = read->data,
                           .problem = read->problem,
                           .privacy = read->privacy,
                           .algorithms = {}},
                 .plans = {}};
  if (depth == TrialDepth::plans) out.point.algorithms = std::move(read->algorithms);
  auto plans = replan(out.point, read->run.release, [&](const SweepPoint&) { return shape; });
  if (!plans) return std::unexpected(std::move(plans.error()));
  out.plans = *std::move(plans);
  return out;
}

}  // namespace noisy
