#include "engine/experiment/result/synthesize.h"

#include <vector>

#include "engine/data/number_text.h"
#include "engine/experiment/result/read_result.h"
#include "engine/experiment/result/released_histogram.h"
#include "engine/json/json.h"
#include "engine/json/lookup.h"
#include "engine/math/elementary.h"
#include "engine/random/vertex_sampler.h"

namespace noisy {
namespace {

constexpr double kMostRecords = 1e8;

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

/// What each column writes for each of its codes.
std::vector<std::vector<std::string>> cells_of(const ReleasedHistogram& histogram, bool codes) {
  std::vector<std::vector<std::string>> cells;
  for (std::size_t a = 0; a < histogram.columns.size(); ++a) {
    auto& column = cells.emplace_back();
    for (Index code = 0; code < histogram.queries->levels()[a]; ++code) {
      column.push_back(codes ? std::to_string(code)
                             : written_cell(histogram.columns[a].code(code)));
    }
  }
  return cells;
}

std::vector<double> logarithms(const std::vector<double>& shares) {
  constexpr double kNever = -1e300;
  std::vector<double> out;
  for (const double share : shares) out.push_back(share > 0 ? math::log(share) : kNever);
  return out;
}

}  // namespace

Result<std::string> synthesize(std::string_view text, const SynthesisRequest& request) {
  const Result<Json> result = read_result(text);
  if (!result) return std::unexpected(result.error());
  const auto run = run_of(*result, request.run);
  if (!run) return std::unexpected(run.error());
  const auto histogram = released_histogram(*result, **run);
  if (!histogram) return std::unexpected(histogram.error());
  const auto records = records_of(*result, **run, request);
  if (!records) return std::unexpected(records.error());
  std::string out;
  for (const ColumnLabel& column : histogram->columns) {
    out += (out.empty() ? "" : ",") + written_cell(column.name);
  }
  out += '\n';
  const auto cells = cells_of(*histogram, request.codes);
  const VertexSampler sampler(logarithms(histogram->shares));
  const StreamFactory streams = StreamFactory::synthetic_data(request.seed, "synthesize");
  Stream stream = streams.stream(StreamPurpose::data, 0);
  for (Index i = 0; i < *records; ++i) {
    const std::vector<Index> codes = histogram->queries->codes_of(sampler.draw(stream));
    for (std::size_t a = 0; a < codes.size(); ++a) {
      if (a > 0) out += ',';
      out += cells[a][static_cast<std::size_t>(codes[a])];
    }
    out += '\n';
  }
  return out;
}

}  // namespace noisy
