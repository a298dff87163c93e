#include "engine/experiment/result/released_histogram.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/stated_ranges.h"
#include "engine/problem/saddle/saddle_loss.h"

namespace noisy {
namespace {

/// A histogram has at most 2^20 cells, hence no more columns of two levels or more.
constexpr Index kMostColumns = 20;

/// The sweep point that a run was at.
Result<SweepPoint> point_of(const Experiment& experiment, const Json& run) {
  auto points = expand_sweep(experiment);
  if (!points) return std::unexpected(points.error());
  for (SweepPoint& point : *points) {
    if (point.values == run.member("sweep")) return std::move(point);
  }
  return fail(ErrorCode::missing_field, "runs.sweep", "is no point of the experiment's sweep");
}

/// The queries by the size of a solution, which tells how many columns there are.
std::shared_ptr<const QueryFamily> family_of(const SaddleLoss& loss, Index size) {
  for (Index features = 1; features <= kMostColumns; ++features) {
    if (!loss.check_features(features)) continue;
    const auto queries = loss.queries(features);
    if (queries && queries->cells() + 2 * queries->queries() == size) return queries;
  }
  return nullptr;
}

std::vector<ColumnLabel> columns_of(const DataSpec& data, const QueryShape& shape) {
  TableLabels labels = labels_of(data, std::ssize(shape.levels));
  std::vector<ColumnLabel> columns = std::move(labels.features);
  if (shape.target_levels > 0) columns.push_back(std::move(labels.target));
  return columns;
}

}  // namespace

Result<const Json*> run_of(const Json& result, Index place) {
  const auto& runs = result.member("runs").elements();
  if (place >= 0 && place < std::ssize(runs)) return &runs[static_cast<std::size_t>(place)];
  return fail(ErrorCode::invalid_value, "run",
              "the result has " + std::to_string(runs.size()) + " runs, from 0 on");
}

Result<ReleasedHistogram> released_histogram(const Json& result, const Json& run) {
  auto experiment =
      read_experiment_tree(with_scale_range(result.member("experiment"), kFormerScaleRange));
  if (!experiment) return std::unexpected(experiment.error());
  auto point = point_of(*experiment, run);
  if (!point) return std::unexpected(point.error());
  const ProblemSpec& problem = point->problem;
  const Json& solution = run.member("solution");
  const bool is_saddle = problem.loss && problem.loss->form == LossForm::saddle;
  const auto refused = fail(ErrorCode::unsupported_option, "runs.solution",
                            "holds no histogram: only a completed run of the problem "
                            "marginal-queries has released one");
  const std::vector<double>* numbers = solution.as_numbers();
  if (!is_saddle || !numbers) return refused;
  const auto loss = problem.loss->saddle(problem.loss_parameters);
  auto queries = family_of(*loss, std::ssize(*numbers));
  if (!queries) return refused;
  std::vector<double> shares(numbers->begin(), numbers->begin() + queries->cells());
  const bool are_shares =
      std::ranges::all_of(shares, [](double share) { return share >= 0 && std::isfinite(share); });
  if (!are_shares || !(std::ranges::max(shares) > 0)) return refused;
  auto columns = columns_of(*point->data, queries->shape());
  return ReleasedHistogram{.experiment = *std::move(experiment),
                           .point = *std::move(point),
                           .queries = std::move(queries),
                           .shares = std::move(shares),
                           .columns = std::move(columns)};
}

}  // namespace noisy
