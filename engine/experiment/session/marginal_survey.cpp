#include "engine/experiment/session/marginal_survey.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/experiment/file/fields.h"
#include "engine/experiment/session/survey_records.h"
#include "engine/math/reduce.h"
#include "engine/problem/saddle/query_family.h"
#include "engine/problem/saddle/saddle_risk.h"

namespace noisy {
namespace {

constexpr Index kMostColumnsOfTable = 3;

struct MarginalsRequest {
  std::vector<double> histogram;
  std::vector<std::string> columns;
  std::string data_hash;  ///< "": any records
};

Result<void> store_histogram(const Json& value, const FieldPlace& at, MarginalsRequest& request) {
  const std::vector<double>* shares = value.as_numbers();
  if (!shares) return fail(ErrorCode::invalid_type, at.path, "must be a list of numbers");
  request.histogram = *shares;
  return {};
}

Result<void> store_columns(const Json& value, const FieldPlace& at, MarginalsRequest& request) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Json name = value.element(i);
    if (!name.is_text()) return fail(ErrorCode::invalid_type, at.path, "must be a list of names");
    request.columns.push_back(name.text());
  }
  return {};
}

const std::vector<Field<MarginalsRequest>>& request_fields() {
  static const std::vector<Field<MarginalsRequest>> kFields = {
      {{.name = "histogram", .title = "a share for every cell"}, &store_histogram},
      {{.name = "columns", .title = "the names of the columns"}, &store_columns},
      {{.name = "dataHash",
        .type = ParameterType::choice,
        .maximum = 64,
        .default_rule = "whatever the records are"},
       &store<&MarginalsRequest::data_hash>}};
  return kFields;
}

Result<void> check(const MarginalsRequest& request, const QueryFamily& queries,
                   const LoadedData& data) {
  const bool are_shares = std::ranges::all_of(
      request.histogram, [](double share) { return share >= 0 && std::isfinite(share); });
  if (std::ssize(request.histogram) != queries.cells() || !are_shares) {
    return fail(ErrorCode::invalid_value, "marginals.histogram",
                "must be " + std::to_string(queries.cells()) +
                    " finite numbers of 0 or more, one for every cell of the problem");
  }
  if (request.columns.size() != queries.levels().size()) {
    return fail(ErrorCode::invalid_value, "marginals.columns",
                "must be " + std::to_string(queries.levels().size()) + " names, one for each");
  }
  if (request.data_hash.empty() || request.data_hash == data.hash) return {};
  return fail(ErrorCode::fingerprint_mismatch, "data",
              "these are not the records that the result was made from: their hash differs from "
              "nonPrivate.dataHash");
}

class MarginalSurvey final : public Survey {
 public:
  MarginalSurvey(std::shared_ptr<Objective> objective, const SaddleRisk& records,
                 MarginalsRequest request)
      : objective_(std::move(objective)), records_(records), request_(std::move(request)) {
    QueryShape shape = records_.queries()->shape();
    shape.kind = QueryKind::marginals;
    shape.order = kMostColumnsOfTable;
    family_ = std::make_unique<QueryFamily>(shape);
  }

  Result<Progress> advance(double /*seconds*/) override {
    const auto samples = static_cast<double>(records_.samples());
    if (tables_.empty()) compare();
    return Progress{.done = true, .gradient_evaluations = samples, .total_evaluations = samples};
  }

  Result<std::string> result() const override {
    return write_json(record::json_of<record::kComparedTables>(
        record::ComparedTables{.records = records_.samples(), .tables = tables_}));
  }

 private:
  Vector answers(std::span<const double> histogram) const {
    Vector out(family_->queries());
    family_->answers(histogram, {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }

  void compare() {
    const Vector exact = answers(math::view(records_.cell_shares()));
    const Vector released = answers(request_.histogram);
    for (const QueryFamily::Table& table : family_->tables()) {
      const Vector truth = exact.segment(table.first, table.size);
      const Vector apart = (released.segment(table.first, table.size) - truth).cwiseAbs();
      const double share = 1 / static_cast<double>(table.size);
      const Vector spread = (truth.array() - share).abs().matrix();
      std::vector<std::string> names;
      for (const Index column : table.columns) {
        names.push_back(request_.columns[static_cast<std::size_t>(column)]);
      }
      tables_.push_back({.columns = std::move(names),
                         .cells = table.size,
                         .total_variation = math::sum(math::view(apart)) / 2,
                         .largest = apart.maxCoeff(),
                         .uniform = math::sum(math::view(spread)) / 2});
    }
  }

  std::shared_ptr<Objective> objective_;
  const SaddleRisk& records_;
  MarginalsRequest request_;
  std::unique_ptr<QueryFamily> family_;
  std::vector<record::ComparedTable> tables_;
};

}  // namespace

Result<std::unique_ptr<Survey>> begin_marginals(std::shared_ptr<Objective> objective,
                                                const Json& request) {
  if (request.size() != 1) {
    return fail(ErrorCode::conflicting_fields, "marginals", "is asked for alone");
  }
  const auto* records = dynamic_cast<const SaddleRisk*>(objective->exact.get());
  if (!records || !records->queries()) {
    return fail(ErrorCode::unsupported_option, "problem",
                "marginals are of the problem marginal-queries");
  }
  MarginalsRequest asked;
  const Json& block = request.member("marginals");
  if (auto read = read_fields(block, "marginals", request_fields(), asked); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check(asked, *records->queries(), *objective->data); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  return std::make_unique<MarginalSurvey>(std::move(objective), *records, std::move(asked));
}

}  // namespace noisy
