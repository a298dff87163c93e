#include "engine/audit/piped_records.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "engine/experiment/plan/source_facts.h"
#include "engine/math/reduce.h"

namespace noisy {
namespace {

/// Features of the source, as far as the steps tell: as few as they need.
Index source_features(const std::vector<PreprocessStep>& steps, Index features) {
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (std::holds_alternative<AddIntercept>(*step)) --features;
    if (const auto* kept = std::get_if<SelectColumns>(&*step)) {
      features = std::ranges::max(kept->columns) + 1;
    }
    if (const auto* scaled = std::get_if<ScaleColumns>(&*step)) {
      features = std::max<Index>({features, std::ssize(scaled->lower), std::ssize(scaled->upper)});
    }
  }
  return features;
}

bool same_norms(const FeatureBounds& a, const FeatureBounds& b) {
  return a.l1 == b.l1 && a.l2 == b.l2 && a.linf == b.linf;
}

bool same_targets(const FeatureBounds& a, const FeatureBounds& b) {
  return a.target_lower == b.target_lower && a.target_upper == b.target_upper;
}

PipelineFacts facts_before(const RecordPipeline& pipeline) {
  return {.features = pipeline.features, .bounds = pipeline.source};
}

bool holds(const FeatureBounds& bounds, const std::vector<double>& features) {
  return math::linf_norm(features) <= bounds.linf && math::l2_norm(features) <= bounds.l2 &&
         math::l1_norm(features) <= bounds.l1;
}

/// The nearest record that a source with these bounds can give, in the record's own direction.
Record within(const FeatureBounds& bounds, Record record) {
  const std::vector<double> features = record.features;
  double share =
      std::min({1.0, bounds.linf / math::linf_norm(features), bounds.l2 / math::l2_norm(features),
                bounds.l1 / math::l1_norm(features)});
  // A norm that is rounded up is brought back by as many last bits: what lies on a bound stays
  // there.
  for (; !holds(bounds, record.features); share = std::nextafter(share, 0.0)) {
    for (std::size_t j = 0; j < features.size(); ++j) record.features[j] = share * features[j];
  }
  record.target = std::clamp(record.target, bounds.target_lower, bounds.target_upper);
  return record;
}

void copy_row(const DenseData& data, Index row, std::vector<double>& out) {
  data.copy_row(row, out);
}

void copy_row(const SparseData& data, Index row, std::vector<double>& out) {
  std::ranges::fill(out, 0);
  const auto columns = data.columns(row);
  for (std::size_t k = 0; k < columns.size(); ++k) out[columns[k]] = data.values(row)[k];
}

template <class Data>
std::vector<Record> records_of(const Data& data) {
  std::vector<Record> out;
  for (Index row = 0; row < data.samples(); ++row) {
    Record& record = out.emplace_back();
    record.features.resize(static_cast<std::size_t>(data.features()));
    copy_row(data, row, record.features);
    record.target = data.targets()[static_cast<std::size_t>(row)];
  }
  return out;
}

}  // namespace

Result<std::optional<RecordPipeline>> record_pipeline(const LoadedData& shape,
                                                      const std::vector<PreprocessStep>& steps,
                                                      const PipelineFacts& source,
                                                      const RecordUse& use) {
  RecordPipeline pipeline{.steps = steps, .source = source.bounds};
  std::erase_if(pipeline.steps, &only_chooses_rows);
  const auto standardizes = std::erase_if(pipeline.steps, [](const PreprocessStep& step) {
    return std::holds_alternative<Standardize>(step);
  });
  pipeline.features =
      source.features > 0 ? source.features : source_features(pipeline.steps, shape.features());
  auto stated = preprocessed_facts(facts_before(pipeline), pipeline.steps);
  if (stated) bound_targets(use, *stated);
  const bool has_norms = stated && same_norms(stated->bounds, shape.facts.bounds);
  if (stated && same_targets(stated->bounds, shape.facts.bounds)) {
    if (has_norms) return pipeline;
    // Norms may follow from how many columns there are, and standardize forgets them.
    if (source.features == 0 || standardizes > 0) return std::nullopt;
  }
  return fail(ErrorCode::internal, "data",
              "the bounds that the plan rests on are not those that the source and the steps "
              "enforce: there is no audit of this plan. Please report this defect");
}

Result<std::vector<Record>> piped_records(const LoadedData& shape, const RecordPipeline& pipeline,
                                          const std::vector<Record>& records) {
  std::vector<Record> possible;
  for (const Record& record : records) possible.push_back(within(pipeline.source, record));
  auto raw = stored_like(shape, pipeline.features, possible);
  if (!raw) return std::unexpected(std::move(raw.error()));
  const auto piped = [&](auto data) -> Result<std::vector<Record>> {
    auto prepared = preprocess(std::move(data), facts_before(pipeline), pipeline.steps);
    if (!prepared) return std::unexpected(std::move(prepared.error()));
    return records_of(prepared->data);
  };
  if (auto* sparse = std::get_if<SparseRecords>(&*raw)) return piped(std::move(sparse->rows));
  return piped(std::get<DenseData>(*std::move(raw)));
}

}  // namespace noisy
