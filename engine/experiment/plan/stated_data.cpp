#include "engine/experiment/plan/stated_data.h"

#include <algorithm>

#include "engine/data/builtin_data.h"
#include "engine/experiment/plan/make_risk.h"
#include "engine/experiment/plan/source_facts.h"

namespace noisy {
namespace {

/// The subset that the last "sample-rows" keeps.
std::optional<Index> sampled(const DataSpec& spec) {
  std::optional<Index> count;
  for (const PreprocessStep& step : spec.preprocess) {
    if (const auto* sample = std::get_if<SampleRows>(&step)) count = sample->count;
  }
  return count;
}

struct SamplesOf {
  std::optional<Index> operator()(const SyntheticParameters& source) const {
    return source.samples;
  }
  std::optional<Index> operator()(const BuiltinSource& source) const {
    const BuiltinData* description = find_builtin(source.name);
    return description ? std::optional(description->samples) : std::nullopt;
  }
  std::optional<Index> operator()(const InlineSource& source) const {
    return std::ssize(source.features);
  }
  std::optional<Index> operator()(const FileSource&) const { return std::nullopt; }
};

/// How many rows the last step holds out.
Index held_out(const DataSpec& spec) {
  const auto* last =
      spec.preprocess.empty() ? nullptr : std::get_if<HoldOut>(&spec.preprocess.back());
  return last ? last->count : 0;
}

/// n after preprocessing, where the block says it.
std::optional<Index> samples_of(const DataSpec& spec) {
  std::optional<Index> count = sampled(spec);
  if (!count) count = std::visit(SamplesOf{}, spec.source);
  if (count) *count -= held_out(spec);
  return count;
}

bool same_bounds(const FeatureBounds& a, const FeatureBounds& b) {
  return a.l1 == b.l1 && a.l2 == b.l2 && a.linf == b.linf;
}

/// The facts behind the pipeline of a file that has so many columns as it comes.
Result<PipelineFacts> file_facts(const DataSpec& spec, const FileSource& source, Index features) {
  return preprocessed_facts(facts_of(source, features), spec.preprocess);
}

/// How many columns the steps behind the last "select-columns" begin with, or nothing when there is
/// no such step.
std::optional<Index> selected(const DataSpec& spec) {
  std::optional<Index> count;
  for (const PreprocessStep& step : spec.preprocess) {
    if (const auto* select = std::get_if<SelectColumns>(&step)) count = std::ssize(select->columns);
  }
  return count;
}

/// The fewest columns from which the pipeline can be gone through: as many as a list of ranges has,
/// and all that are selected.
Index fewest_columns(const DataSpec& spec) {
  Index fewest = 1;
  Index added = 0;
  for (const PreprocessStep& step : spec.preprocess) {
    if (const auto* scale = std::get_if<ScaleColumns>(&step)) {
      const std::size_t listed = std::max(scale->lower.size(), scale->upper.size());
      if (listed > 1)
        return std::ssize(scale->lower.size() > 1 ? scale->lower : scale->upper) - added;
    }
    if (std::holds_alternative<AddIntercept>(step)) ++added;
    if (const auto* select = std::get_if<SelectColumns>(&step)) {
      for (const Index column : select->columns) fewest = std::max(fewest, column + 1 - added);
      return fewest;
    }
  }
  return fewest;
}

/// A file's facts. Where columns are selected nobody says how many there were before: then the
/// bounds must be the same for few and for many.
Result<PipelineFacts> facts_of_file(const DataSpec& spec, const FileSource& source,
                                    const StatedShape& stated) {
  if (source.features) return file_facts(spec, source, *source.features);
  if (source.columns) return file_facts(spec, source, std::ssize(source.columns->features));
  if (!selected(spec)) {
    return file_facts(spec, source, stated.features - added_columns(spec.preprocess));
  }
  constexpr Index kMany = 1'000'000;
  auto few = file_facts(spec, source, fewest_columns(spec));
  const auto many = file_facts(spec, source, kMany);
  if (!few || !many || same_bounds(few->bounds, many->bounds)) return few;
  return fail(ErrorCode::missing_data, "data.preprocess",
              "its bounds depend on how many columns the file has before select-columns");
}

/// Whether a file can have this size.
bool is_possible(const StatedShape& stated) {
  return stated.samples >= 1 && static_cast<double>(stated.samples) <= FormatLimits::kSamples &&
         stated.features >= 1 && static_cast<double>(stated.features) <= FormatLimits::kFeatures;
}

Result<PipelineFacts> facts_of_source(const DataSpec& spec,
                                      const std::optional<StatedShape>& stated) {
  if (const auto* file = std::get_if<FileSource>(&spec.source)) {
    if (!stated) {
      return fail(ErrorCode::missing_data, "data", "the size of the file is stated nowhere");
    }
    if (!is_possible(*stated)) {
      return fail(ErrorCode::invalid_value, "data", "no file has so many records or columns");
    }
    return facts_of_file(spec, *file, *stated);
  }
  PipelineFacts facts;
  if (const auto* synthetic = std::get_if<SyntheticParameters>(&spec.source)) {
    facts = facts_of(*synthetic);
  } else if (const auto* builtin = std::get_if<BuiltinSource>(&spec.source)) {
    facts = facts_of(*builtin);
  } else {
    facts = facts_of(std::get<InlineSource>(spec.source));
  }
  return preprocessed_facts(std::move(facts), spec.preprocess);
}

}  // namespace

bool says_samples(const DataSpec& spec) {
  return samples_of(spec).has_value();
}

Result<std::shared_ptr<const LoadedData>> stated_data(const DataSpec& spec, bool takes_labels,
                                                      const std::optional<StatedShape>& stated) {
  Result<PipelineFacts> facts = facts_of_source(spec, stated);
  if (!facts) return std::unexpected(std::move(facts.error()));
  if (takes_labels) bound_labels(*facts);
  const AbsentRecords records{.samples = samples_of(spec).value_or(stated ? stated->samples : 0),
                              .features = facts->features,
                              .is_sparse = is_stored_sparse(spec),
                              .rows = rows_drawn_for(spec)};
  LoadedData data{.records = records, .facts = {}, .target = "", .hash = "", .counts = {}};
  data.facts = *std::move(facts);
  data.public_width = records.features;
  return std::make_shared<const LoadedData>(std::move(data));
}

}  // namespace noisy
