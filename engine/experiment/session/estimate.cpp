#include <algorithm>

#include "engine/experiment/session/engine_session.h"

namespace noisy {
namespace {

/// Columns of the data that the text states; 0 where only the data say it.
double stated_features(const DataSpec& data) {
  if (const ColumnChoice* columns = chosen_columns(data)) {
    return static_cast<double>(width_of(*columns));
  }
  if (const auto* made = std::get_if<SyntheticParameters>(&data.source)) {
    return static_cast<double>(synthetic_features(*made));
  }
  if (const auto* file = std::get_if<FileSource>(&data.source)) {
    return static_cast<double>(file->features.value_or(0));
  }
  const auto* rows = std::get_if<InlineSource>(&data.source);
  return rows && !rows->features.empty() ? static_cast<double>(rows->features.front().size()) : 0;
}

/// Of one run: no more points than its iterations, where the text states them.
TraceSize largest_trace(const AlgorithmSpec& algorithm, double dimension, double groups,
                        const RunSpec& run) {
  const AlgorithmEntry& entry = *find_algorithm(algorithm.id);
  const double asked = static_cast<double>(run.trace_points);
  const auto iterations = algorithm.parameters.number("iterations");
  return {.points = iterations ? std::min(asked, *iterations + 1) : asked,
          .dimension = dimension,
          .step_columns = static_cast<double>(entry.columns.size()),
          .has_iterates = run.keeps_iterates,
          .has_hidden = keeps_hidden(run, entry),
          .groups = groups};
}

}  // namespace

std::string EngineSession::estimate() const {
  double data = 0;
  for (const DataSlot& slot : slots_) {
    data += slot.data ? slot.data->public_bytes() : slot.loader.expected_bytes();
  }
  double traces = 0;
  double result = 0;
  const double repeats = static_cast<double>(experiment_.run.repeats);
  for (const SweepPoint& point : points_) {
    const auto features = static_cast<Index>(stated_features(*point.data));
    const auto dimension = static_cast<double>(point_dimension(point.problem, features));
    const double groups =
        experiment_.run.keeps_group_losses
            ? static_cast<double>(saddle_of(point.problem)->dual_dimension(features))
            : 0;
    for (const AlgorithmSpec& algorithm : point.algorithms) {
      const TraceSize trace = largest_trace(algorithm, dimension, groups, experiment_.run);
      traces += repeats * trace_bytes(trace);
      result += repeats * run_result_bytes(trace, experiment_.run);
    }
  }
  return write_json(Json::object({{"runs", list_.size()},
                                  {"dataBytes", data},
                                  {"memoryBytes", data + traces},
                                  {"resultBytes", result}}));
}

}  // namespace noisy
