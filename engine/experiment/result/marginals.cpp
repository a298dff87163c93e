#include "engine/experiment/result/marginals.h"

#include <utility>
#include <vector>

#include "engine/experiment/result/read_result.h"
#include "engine/experiment/result/released_histogram.h"

namespace noisy {
namespace {

/// Of the records that the result was made from; null where it says nothing of them, or several
/// data sets were swept over.
Json hash_of(const Json& result, const Experiment& experiment) {
  for (const SweepAxis& axis : experiment.sweep) {
    if (axis.path.starts_with("data")) return {};
  }
  return result.member("nonPrivate").member("dataHash");
}

}  // namespace

Result<MarginalsQuestion> marginals_question(std::string_view text, Index place) {
  const Result<Json> result = read_result(text);
  if (!result) return std::unexpected(result.error());
  const auto run = run_of(*result, place);
  if (!run) return std::unexpected(run.error());
  auto histogram = released_histogram(*result, **run);
  if (!histogram) return std::unexpected(histogram.error());
  std::vector<std::string> names;
  for (ColumnLabel& column : histogram->columns) names.push_back(std::move(column.name));
  Json request = Json::object({{"histogram", Json::numbers(std::move(histogram->shares))},
                               {"columns", Json::texts(names)}});
  Json hash = hash_of(*result, histogram->experiment);
  if (hash.is_text()) request.set("dataHash", std::move(hash));
  return MarginalsQuestion{
      .experiment = write_json(experiment_at(histogram->experiment, histogram->point)),
      .request = write_json(Json::object({{"marginals", std::move(request)}}))};
}

}  // namespace noisy
