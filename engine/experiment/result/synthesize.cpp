#include "engine/experiment/result/synthesize.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/sweep.h"
#include "engine/experiment/result/read_result.h"
#include "engine/json/json.h"
#include "engine/json/lookup.h"
#include "engine/math/elementary.h"
#include "engine/problem/saddle/query_family.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/random/vertex_sampler.h"

namespace noisy {
namespace {

constexpr double kMostRecords = 1e8;
/// A histogram has at most 2^20 cells, hence no more columns of two levels or more.
constexpr Index kMostColumns = 20;

Result<const Json*> run_of(const Json& result, Index place) {
  const auto& runs = result.member("runs").elements();
  if (place >= 0 && place < std::ssize(runs)) return &runs[static_cast<std::size_t>(place)];
  return fail(ErrorCode::invalid_value, "run",
              "the result has " + std::to_string(runs.size()) + " runs, from 0 on");
}

/// The problem that a run was about, at its sweep point.
Result<ProblemSpec> problem_of(const Json& result, const Json& run) {
  const auto experiment = read_experiment(write_json(result.member("experiment")));
  if (!experiment) return std::unexpected(experiment.error());
  const auto points = expand_sweep(*experiment);
  if (!points) return std::unexpected(points.error());
  for (const SweepPoint& point : *points) {
    if (point.values == run.member("sweep")) return point.problem;
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

struct Histogram {
  std::shared_ptr<const QueryFamily> queries;
  std::vector<double> log_shares;
};

Result<Histogram> histogram_of(const Json& result, const Json& run) {
  const auto problem = problem_of(result, run);
  if (!problem) return std::unexpected(problem.error());
  const Json& solution = run.member("solution");
  const bool is_saddle = problem->loss && problem->loss->form == LossForm::saddle;
  const auto refused = fail(ErrorCode::unsupported_option, "runs.solution",
                            "holds no histogram: synthetic records are made of a completed run of "
                            "the problem marginal-queries");
  if (!is_saddle || !solution.is_array()) return refused;
  std::vector<double> point;
  for (std::size_t i = 0; i < solution.size(); ++i) {
    const Json one = solution.element(i);
    if (!one.is_number()) return refused;
    point.push_back(one.number());
  }
  const auto loss = problem->loss->saddle(problem->loss_parameters);
  Histogram out{.queries = family_of(*loss, std::ssize(point)), .log_shares = {}};
  if (!out.queries) return refused;
  const auto cells = static_cast<std::size_t>(out.queries->cells());
  constexpr double kNever = -1e300;
  double most = 0;
  for (std::size_t z = 0; z < cells; ++z) {
    if (!(point[z] >= 0) || !std::isfinite(point[z])) return refused;
    most = std::max(most, point[z]);
    out.log_shares.push_back(point[z] > 0 ? math::log(point[z]) : kNever);
  }
  if (!(most > 0)) return refused;
  return out;
}

/// n of the data, which a statement says.
Result<Index> records_of(const Json& result, const Json& run, const SynthesisRequest& request) {
  if (request.records) return *request.records;
  const Json& entries = result.member("privacy").member("statement").member("entries");
  for (const Json& entry : entries.elements()) {
    const double samples = number_of(entry, "samples");
    const bool is_its = entry.member("algorithm") == run.member("algorithm") &&
                        entry.member("sweep") == run.member("sweep");
    if (is_its && samples >= 1 && samples <= kMostRecords) return static_cast<Index>(samples);
  }
  return fail(ErrorCode::missing_field, "records",
              "the result does not state how many records the data have: say how many to draw "
              "(--records)");
}

}  // namespace

Result<std::string> synthesize(std::string_view text, const SynthesisRequest& request) {
  const Result<Json> result = read_result(text);
  if (!result) return std::unexpected(result.error());
  const auto run = run_of(*result, request.run);
  if (!run) return std::unexpected(run.error());
  const auto histogram = histogram_of(*result, **run);
  if (!histogram) return std::unexpected(histogram.error());
  const auto records = records_of(*result, **run, request);
  if (!records) return std::unexpected(records.error());
  const QueryFamily& queries = *histogram->queries;
  const bool has_target = queries.shape().target_levels > 0;
  std::string out;
  for (std::size_t a = 0; a < queries.levels().size(); ++a) {
    const bool is_target = has_target && a + 1 == queries.levels().size();
    out += (a == 0 ? "" : ",") + (is_target ? std::string("target") : "x" + std::to_string(a + 1));
  }
  out += '\n';
  const VertexSampler sampler(histogram->log_shares);
  const StreamFactory streams = StreamFactory::synthetic_data(request.seed, "synthesize");
  Stream stream = streams.stream(StreamPurpose::data, 0);
  for (Index i = 0; i < *records; ++i) {
    const std::vector<Index> codes = queries.codes_of(sampler.draw(stream));
    for (std::size_t a = 0; a < codes.size(); ++a) {
      out += (a == 0 ? "" : ",") + std::to_string(codes[a]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace noisy
